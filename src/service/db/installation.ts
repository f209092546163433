import type { Database } from './client.ts'
import { installation } from './installation-schema.ts'

/** The check value of the master key that this database was first opened with. Undefined for a new database. */
export async function findMasterKeyCheck(db: Database): Promise<Buffer | undefined> {
  const [row] = await db.select().from(installation)
  return row?.masterKeyCheck
}

/** Stores a check value unless one exists, and returns the stored one. */
export async function keepMasterKeyCheck(db: Database, masterKeyCheck: Buffer): Promise<Buffer> {
  await db.insert(installation).values({ id: 1, masterKeyCheck }).onConflictDoNothing()
  return (await findMasterKeyCheck(db)) ?? masterKeyCheck
}
