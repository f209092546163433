import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres, { type Sql } from 'postgres'
import * as schema from './schema.ts'

/** Typed queries; inside `db.transaction` the same type stands for the transaction. */
export type Database = PostgresJsDatabase<typeof schema>

/** One pool of connections: `db` for typed queries, `sql` for what drizzle cannot say (COPY, LISTEN). */
export interface DatabaseClient extends AsyncDisposable {
  readonly db: Database
  readonly sql: Sql
}

/** Opens a pool on `url`; connections are made when the first query asks for one. */
export function openDatabase(url: string, options: { maxConnections: number; applicationName: string }): DatabaseClient {
  const sql = postgres(url, {
    max: options.maxConnections,
    connection: { application_name: options.applicationName, TimeZone: 'UTC' },
    onnotice: () => {},
  })
  return {
    db: drizzle(sql, { schema }),
    sql,
    [Symbol.asyncDispose]: () => sql.end({ timeout: 5 }),
  }
}

/** The tag for which the queue's adapter to drizzle asks. */
export { sql as drizzleSql } from 'drizzle-orm'
