import { randomUUID } from 'node:crypto'
import { and, count, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { sourceStalls } from './schema.ts'

export interface CountedStalls {
  readonly all: number
  /** Number of stalls during which the process scanned no other source. */
  readonly alone: number
}

/**
 * Records one stall for each key passed in. Duplicate keys are counted separately. `isAlone` is true if no other source
 * was being scanned.
 */
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

/** Counts the stalls of a source since a time. */
export async function countStalls(db: Database, sourceKey: string, since: Date): Promise<CountedStalls> {
  const alone = sql<number>`count(*) filter (where ${sourceStalls.isAlone})`.mapWith(Number)
  const isOfSource = and(eq(sourceStalls.sourceKey, sourceKey), gte(sourceStalls.stalledAt, since))
  const [row] = await db.select({ all: count(), alone }).from(sourceStalls).where(isOfSource)
  return row ?? { all: 0, alone: 0 }
}

/** Deletes the stalls of these sources. Called when their scans have completed. */
export async function forgetStalls(db: Database, sourceKeys: readonly string[]): Promise<void> {
  if (sourceKeys.length > 0) await db.delete(sourceStalls).where(inArray(sourceStalls.sourceKey, [...sourceKeys]))
}

export async function removeOldStalls(db: Database, before: Date): Promise<void> {
  await db.delete(sourceStalls).where(lt(sourceStalls.stalledAt, before))
}
