import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type { Sql } from 'postgres'
import { openPool } from './hosts/open-pool.ts'
import { registerDirectUrl } from './open-session.ts'
import { withPreparedStatements } from './prepared-statements.ts'

/** Typed queries. Inside `db.transaction`, the transaction has the same type. */
export type Database = PostgresJsDatabase

/** A connection pool: `db` for typed queries, and `sql` for features that drizzle does not support (COPY, LISTEN). */
export interface DatabaseClient extends AsyncDisposable {
  readonly db: Database
  readonly sql: Sql
}

export interface DatabaseOptions {
  readonly maxConnections: number
  readonly applicationName: string
  /**
   * URL of the same database without the connection pooler in transaction mode that the URL of the pool leads to.
   * Undefined if no such pooler is used.
   */
  readonly directUrl?: string | undefined
}

/** Opens a pool for `url`. Connections are opened on demand, to the server that accepts writes. */
export function openDatabase(
  url: string,
  { maxConnections, applicationName, directUrl }: DatabaseOptions,
): DatabaseClient {
  const isPooled = directUrl !== undefined
  const sql = openPool(url, {
    max: maxConnections,
    connection: {
      application_name: applicationName,
      TimeZone: 'UTC',
      // With custom plans, prepared statements are planned for their actual values, like other statements. PgBouncer
      // rejects this parameter unless it is set up to ignore it.
      ...(!isPooled && { plan_cache_mode: 'force_custom_plan' }),
    },
    // In transaction mode, the next transaction can use another connection to the server, which has not prepared the
    // statement. PgBouncer 1.21 can prepare it again, but then keeps its plan after a migration (0A000).
    // No query is sent before the previous one has ended. One with parameters has two parts. PgBouncer 1.18 gives the
    // connection to the server away after the previous query, and the answer to the first part is lost (measured).
    ...(isPooled && { prepare: false, max_pipeline: 0 }),
    onnotice: () => {},
  })
  if (isPooled) registerDirectUrl(sql, directUrl)
  return {
    db: drizzle(withPreparedStatements(sql)),
    sql,
    [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }),
  }
}

/** The `sql` tag expected by the queue's drizzle adapter, and the type of its statements. */
export { type SQL as DrizzleSql, sql as drizzleSql } from 'drizzle-orm'
