import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import { openPool } from './hosts/open-pool.ts'
import { withPreparedStatements } from './prepared-statements.ts'

/** Typed queries. Inside `db.transaction`, the transaction has the same type. */
export type Database = PostgresJsDatabase

/** A connection pool: `db` for typed queries, and `sql` for features that drizzle does not support (COPY, LISTEN). */
export interface DatabaseClient extends AsyncDisposable {
  readonly db: Database
  readonly sql: Sql
}

/** Opens a pool for `url`. Connections are opened on demand, to the server that accepts writes. */
export function openDatabase(
  url: string,
  options: { maxConnections: number; applicationName: string },
): DatabaseClient {
  const sql = openPool(url, {
    max: options.maxConnections,
    // With custom plans, prepared statements are planned for their actual values, like other statements.
    connection: { application_name: options.applicationName, TimeZone: 'UTC', plan_cache_mode: 'force_custom_plan' },
    onnotice: () => {},
  })
  return {
    db: drizzle(withPreparedStatements(sql)),
    sql,
    [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }),
  }
}

/** The `sql` tag expected by the queue's drizzle adapter. */
export { sql as drizzleSql } from 'drizzle-orm'
