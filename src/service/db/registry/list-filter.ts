import { type SQL, sql } from 'drizzle-orm'
import type { ServerFilter } from '../../../engine/model/registry-server.ts'

export const filterColumns = {
  category: 'category',
  grade: 'grade',
  sourceType: 'source_type',
  language: 'language',
  status: 'status',
} as const

/** Returns the SQL condition of a filter. `table` must have the column names of `registry_servers`. */
export function whereFiltered(table: SQL, filter: ServerFilter): SQL {
  const conditions = Object.entries(filterColumns).flatMap(([name, column]) => {
    const value = filter[name as keyof ServerFilter]
    return value === undefined ? [] : [sql`${table}.${sql.raw(column)} = ${value}`]
  })
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
