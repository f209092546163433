import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { idempotencyKeys } from './schema.ts'

export type IdempotencyRow = typeof idempotencyKeys.$inferSelect

/** Response to the first request with the key. */
export type KeptAnswer = NonNullable<IdempotencyRow['answer']>

type Place = Pick<IdempotencyRow, 'accountId' | 'endpoint' | 'key'>

const isAt = ({ accountId, endpoint, key }: Place) =>
  and(eq(idempotencyKeys.accountId, accountId), eq(idempotencyKeys.endpoint, endpoint), eq(idempotencyKeys.key, key))

/**
 * Claims an idempotency key for a request. Succeeds if the key is unused, expired, or held by a request that exceeded
 * its lease. Returns undefined on success. Only one of several concurrent requests succeeds.
 */
export async function takeIdempotencyKey(
  db: Database,
  request: Omit<IdempotencyRow, 'answer'>,
  now: Date,
): Promise<IdempotencyRow | undefined> {
  const [row] = await db
    .insert(idempotencyKeys)
    .values(request)
    .onConflictDoUpdate({
      target: [idempotencyKeys.accountId, idempotencyKeys.endpoint, idempotencyKeys.key],
      set: { ...request, answer: null },
      setWhere: sql`${idempotencyKeys.expiresAt} <= ${now.toISOString()}
        or (${idempotencyKeys.answer} is null and ${idempotencyKeys.leaseUntil} <= ${now.toISOString()})`,
    })
    .returning()
  return row
}

export async function findIdempotencyKey(db: Database, place: Place): Promise<IdempotencyRow | undefined> {
  const [row] = await db.select().from(idempotencyKeys).where(isAt(place))
  return row
}

/** Stores the response to the request that holds the key. Returns false if another request has taken over the key. */
export async function keepAnswer(
  tx: Database,
  { leaseId, ...place }: Place & { leaseId: string },
  answer: KeptAnswer,
): Promise<boolean> {
  const kept = await tx
    .update(idempotencyKeys)
    .set({ answer })
    .where(and(isAt(place), eq(idempotencyKeys.leaseId, leaseId)))
    .returning({ key: idempotencyKeys.key })
  return kept.length > 0
}

/** Releases the key of a request that had no effect. */
export async function releaseIdempotencyKey(
  db: Database,
  { leaseId, ...place }: Place & { leaseId: string },
): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(and(isAt(place), eq(idempotencyKeys.leaseId, leaseId), isNull(idempotencyKeys.answer)))
}

export async function removeExpiredIdempotencyKeys(db: Database, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, now))
}
