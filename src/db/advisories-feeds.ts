import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ecosystem } from '../model/component.ts'
import type { Database } from './client.ts'
import { advisoryFeeds } from './schema.ts'

export type AdvisoryFeedRow = typeof advisoryFeeds.$inferSelect

/** Notes that a sync begins and answers the feed as it is; the first attempt makes the row. */
export async function beginFeedAttempt(db: Database, feed: { base: string; ecosystem: Ecosystem }): Promise<AdvisoryFeedRow> {
  const [row] = await db
    .insert(advisoryFeeds)
    .values({ ...feed, lastAttemptAt: sql`clock_timestamp()` })
    .onConflictDoUpdate({ target: [advisoryFeeds.base, advisoryFeeds.ecosystem], set: { lastAttemptAt: sql`clock_timestamp()` } })
    .returning()
  if (!row) throw new Error('the feed was not returned')
  return row
}

/** Ends an attempt that brought nothing new; null when the feed answered that it has nothing. */
export async function endFeedAttempt(db: Database, feedId: number, lastError: string | null): Promise<void> {
  await db.update(advisoryFeeds).set({ lastError }).where(eq(advisoryFeeds.id, feedId))
}

/** The feeds of these bases that a sync was tried for, in no order. */
export async function findFeeds(db: Database, bases: readonly string[], ecosystems: readonly Ecosystem[]): Promise<AdvisoryFeedRow[]> {
  if (bases.length === 0 || ecosystems.length === 0) return []
  return db
    .select()
    .from(advisoryFeeds)
    .where(and(inArray(advisoryFeeds.base, [...bases]), inArray(advisoryFeeds.ecosystem, [...ecosystems])))
}
