import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'

/** Any constant will do, as long as nobody else in this database takes it: the letters `assay`. */
const migrationLock = 0x61_73_73_61_79

const migrationsFolder = fileURLToPath(new URL('../../../drizzle', import.meta.url))

/**
 * Brings the database at `url` to the schema of this version. Safe when several processes start at
 * once: all but one wait at an advisory lock, held on a connection of its own so that its end frees it.
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
