import { asc, isNull } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registrySigningKeys } from './trust-schema.ts'

export type SigningKeyRow = typeof registrySigningKeys.$inferSelect

/** Every key that ever signed, oldest first. */
export async function listSigningKeys(db: Database): Promise<SigningKeyRow[]> {
  return db.select().from(registrySigningKeys).orderBy(asc(registrySigningKeys.createdAt), asc(registrySigningKeys.id))
}

/** The key that signs now; undefined before the first one was made. */
export async function findActiveSigningKey(db: Database): Promise<SigningKeyRow | undefined> {
  const [row] = await db.select().from(registrySigningKeys).where(isNull(registrySigningKeys.retiredAt))
  return row
}

/** Adds the key that signs from now on; false when there is one that is not retired. */
export async function insertSigningKey(db: Database, key: typeof registrySigningKeys.$inferInsert): Promise<boolean> {
  return (
    (await db.insert(registrySigningKeys).values(key).onConflictDoNothing().returning({ id: registrySigningKeys.id }))
      .length > 0
  )
}

/** Ends the signing of the key that signs now and forgets its private part; undefined when there is none. */
export async function retireActiveSigningKey(db: Database, retiredAt: Date): Promise<SigningKeyRow | undefined> {
  const [row] = await db
    .update(registrySigningKeys)
    .set({ retiredAt, privateKeySealed: null })
    .where(isNull(registrySigningKeys.retiredAt))
    .returning()
  return row
}
