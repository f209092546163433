import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Ecosystem } from '../model/component.ts'
import type { Database } from './client.ts'
import { advisoryFeeds } from './schema.ts'

export type AdvisoryFeedRow = typeof advisoryFeeds.$inferSelect

/** The feed as it is; the first attempt to sync it makes the row. */
export async function findOrAddFeed(db: Database, feed: { base: string; ecosystem: Ecosystem }): Promise<AdvisoryFeedRow> {
  await db.insert(advisoryFeeds).values(feed).onConflictDoNothing()
  const [row] = await findFeeds(db, [feed.base], [feed.ecosystem])
  if (!row) throw new Error('the feed was not found')
  return row
}

/** Ends an attempt that brought nothing: for an error, or for null because the base has nothing. */
export async function endFeedAttempt(db: Database, feedId: number, lastError: string | null): Promise<void> {
  await db.update(advisoryFeeds).set({ lastError, lastAttemptAt: sql`clock_timestamp()` }).where(eq(advisoryFeeds.id, feedId))
}

/** The feeds of these bases for which a sync was begun, in no order. */
export async function findFeeds(db: Database, bases: readonly string[], ecosystems: readonly Ecosystem[]): Promise<AdvisoryFeedRow[]> {
  if (bases.length === 0 || ecosystems.length === 0) return []
  return db
    .select()
    .from(advisoryFeeds)
    .where(and(inArray(advisoryFeeds.base, [...bases]), inArray(advisoryFeeds.ecosystem, [...ecosystems])))
}
