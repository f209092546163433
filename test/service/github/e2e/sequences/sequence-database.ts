import { drizzle } from 'drizzle-orm/postgres-js'
import postgres, { type Sql } from 'postgres'
import { afterAll } from 'vitest'
import type { Database } from '../../../../../src/service/db/client.ts'
import { withPreparedStatements } from '../../../../../src/service/db/prepared-statements.ts'
import { testDatabase } from '../../../../support/test-database.ts'

/**
 * A migrated database whose statements PostgreSQL may plan once for all values, unlike in the service. Its tables
 * contain a few hundred rows, and planning 500 statements took a quarter of PostgreSQL's time for a sequence.
 */
export async function sequenceDatabase(): Promise<{ readonly db: Database; readonly sql: Sql }> {
  const { url } = await testDatabase()
  const sql = postgres(url, { max: 4, connection: { TimeZone: 'UTC', plan_cache_mode: 'auto' }, onnotice: () => {} })
  afterAll(() => sql.end({ timeout: 5 }))
  return { db: drizzle(withPreparedStatements(sql)), sql }
}
