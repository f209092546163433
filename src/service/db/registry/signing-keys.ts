import { asc, isNull } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registrySigningKeys } from './trust-schema.ts'

export type SigningKeyRow = typeof registrySigningKeys.$inferSelect

/** All signing keys that were ever used, oldest first. */
export async function listSigningKeys(db: Database): Promise<SigningKeyRow[]> {
  return db.select().from(registrySigningKeys).orderBy(asc(registrySigningKeys.createdAt), asc(registrySigningKeys.id))
}

/** The active signing key. Undefined before the first one was created. */
export async function findActiveSigningKey(db: Database): Promise<SigningKeyRow | undefined> {
  const [row] = await db.select().from(registrySigningKeys).where(isNull(registrySigningKeys.retiredAt))
  return row
}

/** Adds the new signing key. Returns false if there is an active one. */
export async function insertSigningKey(db: Database, key: typeof registrySigningKeys.$inferInsert): Promise<boolean> {
  return (
    (await db.insert(registrySigningKeys).values(key).onConflictDoNothing().returning({ id: registrySigningKeys.id }))
      .length > 0
  )
}

/** Retires the active signing key and deletes its private part. Undefined without an active key. */
export async function retireActiveSigningKey(db: Database, retiredAt: Date): Promise<SigningKeyRow | undefined> {
  const [row] = await db
    .update(registrySigningKeys)
    .set({ retiredAt, privateKeySealed: null })
    .where(isNull(registrySigningKeys.retiredAt))
    .returning()
  return row
}
