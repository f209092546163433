import { asc, isNull } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registrySigningKeys } from './trust-schema.ts'

export type SigningKeyRow = typeof registrySigningKeys.$inferSelect

/** Lists all signing keys, including retired ones, oldest first. */
export async function listSigningKeys(db: Database): Promise<SigningKeyRow[]> {
  return db.select().from(registrySigningKeys).orderBy(asc(registrySigningKeys.createdAt), asc(registrySigningKeys.id))
}

/** Returns the active signing key, or undefined if none has been created. */
export async function findActiveSigningKey(db: Database): Promise<SigningKeyRow | undefined> {
  const [row] = await db.select().from(registrySigningKeys).where(isNull(registrySigningKeys.retiredAt))
  return row
}

/** Adds a signing key. Returns false if there already is an active one. */
export async function insertSigningKey(db: Database, key: typeof registrySigningKeys.$inferInsert): Promise<boolean> {
  return (
    (await db.insert(registrySigningKeys).values(key).onConflictDoNothing().returning({ id: registrySigningKeys.id }))
      .length > 0
  )
}

/** Retires the active signing key and deletes its private part. Returns undefined if there is no active key. */
export async function retireActiveSigningKey(db: Database, retiredAt: Date): Promise<SigningKeyRow | undefined> {
  const [row] = await db
    .update(registrySigningKeys)
    .set({ retiredAt, privateKeySealed: null })
    .where(isNull(registrySigningKeys.retiredAt))
    .returning()
  return row
}
