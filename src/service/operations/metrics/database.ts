import { counter, gauge } from './registry.ts'

export const databaseUp = gauge({
  name: 'assay_database_up',
  help: '1 when the database answered as the metrics were asked for.',
})

/**
 * Of all processes of this service together; `state` as PostgreSQL names it, such as `active` or `idle in transaction`.
 */
export const databaseConnections = gauge({
  name: 'assay_database_connections',
  help: 'Connections of the service to its database.',
  labels: ['pool', 'state'],
})

export const databaseConnectionsMost = gauge({
  name: 'assay_database_connections_most',
  help: 'Connections that the database takes at all.',
})

export const databaseBytes = gauge({ name: 'assay_database_bytes', help: 'Size of the database.' })

/** A page that was read far down a list was answered all the same. */
export const listMarksFailed = counter({
  name: 'assay_list_marks_failed_total',
  help: 'Marks of lists that could not be kept.',
})
