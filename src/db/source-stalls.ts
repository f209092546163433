import { randomUUID } from 'node:crypto'
import { and, count, eq, gte, inArray, lt } from 'drizzle-orm'
import type { Database } from './client.ts'
import { sourceStalls } from './schema.ts'

/** Notes one stall for each key; a key that is given twice has two. */
export async function noteStalls(db: Database, sourceKeys: readonly string[], now: Date): Promise<void> {
  if (sourceKeys.length === 0) return
  await db.insert(sourceStalls).values(sourceKeys.map((sourceKey) => ({ id: randomUUID(), sourceKey, stalledAt: now })))
}

/** How often a source has stalled its scan since a moment. */
export async function countStalls(db: Database, sourceKey: string, since: Date): Promise<number> {
  const [row] = await db.select({ count: count() }).from(sourceStalls).where(and(eq(sourceStalls.sourceKey, sourceKey), gte(sourceStalls.stalledAt, since)))
  return row?.count ?? 0
}

/** Removes the stalls of these sources: a scan of them has come to its end. */
export async function forgetStalls(db: Database, sourceKeys: readonly string[]): Promise<void> {
  if (sourceKeys.length > 0) await db.delete(sourceStalls).where(inArray(sourceStalls.sourceKey, [...sourceKeys]))
}

/** Removes stalls from before a moment. */
export async function removeOldStalls(db: Database, before: Date): Promise<void> {
  await db.delete(sourceStalls).where(lt(sourceStalls.stalledAt, before))
}
