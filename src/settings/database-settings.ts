import { z } from 'zod'

/** Read replica of the database. */
export interface ReplicaSettings {
  readonly url: string
  /** Lag above which reads use the primary, in seconds. */
  readonly maxLagSeconds: number
}

/** Maximum numbers of connections that a process keeps open. */
export interface PoolSizes {
  /** Connections for requests and jobs. */
  readonly database: number
  /** Connections of the queue, in addition to the one that receives notifications. */
  readonly queue: number
}

/** Size of a pool. With one connection, a transaction that needs a second one would wait forever. */
export const poolSize = z
  .string()
  .regex(/^(?:[2-9]|[1-9]\d{1,2})$/, 'The value is not a number of connections. Use a whole number from 2 to 999.')
  .transform(Number)

/** Number of seconds that a replica may lag. */
export const lagSeconds = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, 'The value is not a number of seconds. Use a whole number from 1 to 9999.')
  .transform(Number)

/** Returns the replica that the settings name, or undefined. */
export function replicaOf({
  DATABASE_READ_URL: url,
  ASSAY_REPLICA_MAX_LAG: maxLagSeconds,
}: {
  readonly DATABASE_READ_URL?: string | undefined
  readonly ASSAY_REPLICA_MAX_LAG: number
}): ReplicaSettings | undefined {
  return url === undefined ? undefined : { url, maxLagSeconds }
}
