import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

/** An arbitrary constant that nothing else in this database uses: the letters `assay`. */
const migrationLock = 0x61_73_73_61_79

const migrationsFolder = fileURLToPath(new URL('../../../drizzle', import.meta.url))

/**
 * Migrates the database at `url` to the schema of this version. Safe if several processes start at the same time: all
 * others wait for an advisory lock, which is held on a separate connection so that its end releases the lock.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await sql`select pg_advisory_lock(${migrationLock})`
    await migrate(drizzle(sql), { migrationsFolder })
  } finally {
    await sql.end({ timeout: 5 })
  }
}
