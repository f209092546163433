import type { Database } from './client.ts'
import { installation } from './installation-schema.ts'

/** Returns the check value of the first master key that was used with this database. Undefined for a new database. */
export async function findMasterKeyCheck(db: Database): Promise<Buffer | undefined> {
  const [row] = await db.select().from(installation)
  return row?.masterKeyCheck
}

/** Stores a check value unless one exists. Returns the stored value. */
export async function keepMasterKeyCheck(db: Database, masterKeyCheck: Buffer): Promise<Buffer> {
  await db.insert(installation).values({ id: 1, masterKeyCheck }).onConflictDoNothing()
  return (await findMasterKeyCheck(db)) ?? masterKeyCheck
}
