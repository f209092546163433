import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres, { type Sql } from 'postgres'
import { withPreparedStatements } from './prepared-statements.ts'

/** Typed queries; inside `db.transaction` the transaction has the same type. */
export type Database = PostgresJsDatabase

/** One pool of connections: `db` for typed queries, `sql` for what drizzle cannot say (COPY, LISTEN). */
export interface DatabaseClient extends AsyncDisposable {
  readonly db: Database
  readonly sql: Sql
}

/** Opens a pool on `url`; connections are made when the first query asks for one. */
export function openDatabase(
  url: string,
  options: { maxConnections: number; applicationName: string },
): DatabaseClient {
  const sql = postgres(url, {
    max: options.maxConnections,
    // Prepared statements are planned for their values each time, as if they were not.
    connection: { application_name: options.applicationName, TimeZone: 'UTC', plan_cache_mode: 'force_custom_plan' },
    onnotice: () => {},
  })
  return {
    db: drizzle(withPreparedStatements(sql)),
    sql,
    [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }),
  }
}

/** The tag for which the queue's adapter to drizzle asks. */
export { sql as drizzleSql } from 'drizzle-orm'
