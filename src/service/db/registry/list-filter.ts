import { type SQL, sql } from 'drizzle-orm'
import type { ServerFilter } from '../../../engine/model/registry-server.ts'

/** The column for each filter. */
export const filterColumns = {
  category: 'category',
  grade: 'grade',
  sourceType: 'source_type',
  language: 'language',
  status: 'status',
} as const

/** Filters servers by columns of `table` that have the names of `registry_servers`. Returns SQL for a WHERE clause. */
export function whereFiltered(table: SQL, filter: ServerFilter): SQL {
  const conditions = Object.entries(filterColumns).flatMap(([name, column]) => {
    const value = filter[name as keyof ServerFilter]
    return value === undefined ? [] : [sql`${table}.${sql.raw(column)} = ${value}`]
  })
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}
