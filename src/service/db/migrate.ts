import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { openPool } from './hosts/open-pool.ts'
import type { DatabaseSetting } from './hosts/primary-locator.ts'

/** Advisory lock that nothing else in this database uses: the letters `assay`. */
const migrationLock = 0x61_73_73_61_79

const migrationsFolder = fileURLToPath(new URL('../../../drizzle', import.meta.url))

/**
 * Migrates the database at `url` to the schema of this version. Several processes can call it at the same time, because
 * all but one wait for an advisory lock. A separate connection holds the lock, so that closing the connection releases
 * it.
 *
 * @param setting setting that contains the URL, for messages.
 */
export async function migrateDatabase(url: string, setting: DatabaseSetting = 'DATABASE_URL'): Promise<void> {
  const sql = openPool(url, { max: 1, onnotice: () => {} }, setting)
  try {
    await sql`select pg_advisory_lock(${migrationLock})`
    await migrate(drizzle(sql), { migrationsFolder })
  } finally {
    await sql.end({ timeout: 5 })
  }
}
