import { randomUUID } from 'node:crypto'
import { and, count, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { sourceStalls } from './schema.ts'

/** How often a source stalled its scan. */
export interface CountedStalls {
  readonly all: number
  /** Of all: while its process had no other source in work. */
  readonly alone: number
}

/** Notes one stall for each key; a key that is given twice has two. `isAlone`: no other source was in work. */
export async function noteStalls(
  db: Database,
  sourceKeys: readonly string[],
  { now, isAlone }: { readonly now: Date; readonly isAlone: boolean },
): Promise<void> {
  if (sourceKeys.length === 0) return
  await db
    .insert(sourceStalls)
    .values(sourceKeys.map((sourceKey) => ({ id: randomUUID(), sourceKey, stalledAt: now, isAlone })))
}

/** How often a source has stalled its scan since a moment. */
export async function countStalls(db: Database, sourceKey: string, since: Date): Promise<CountedStalls> {
  const alone = sql<number>`count(*) filter (where ${sourceStalls.isAlone})`.mapWith(Number)
  const isOfSource = and(eq(sourceStalls.sourceKey, sourceKey), gte(sourceStalls.stalledAt, since))
  const [row] = await db.select({ all: count(), alone }).from(sourceStalls).where(isOfSource)
  return row ?? { all: 0, alone: 0 }
}

/** Removes the stalls of these sources: a scan of them has come to its end. */
export async function forgetStalls(db: Database, sourceKeys: readonly string[]): Promise<void> {
  if (sourceKeys.length > 0) await db.delete(sourceStalls).where(inArray(sourceStalls.sourceKey, [...sourceKeys]))
}

/** Removes stalls from before a moment. */
export async function removeOldStalls(db: Database, before: Date): Promise<void> {
  await db.delete(sourceStalls).where(lt(sourceStalls.stalledAt, before))
}
