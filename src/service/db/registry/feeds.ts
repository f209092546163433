import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryFeeds } from './publications-schema.ts'

export type RegistryFeedRow = typeof registryFeeds.$inferSelect

/** Returns the stored walk position in a followed registry. Creates one the first time. */
export async function openRegistryFeed(db: Database, base: string): Promise<RegistryFeedRow> {
  await db.insert(registryFeeds).values({ base }).onConflictDoNothing()
  const [row] = await db.select().from(registryFeeds).where(eq(registryFeeds.base, base))
  if (!row) throw new Error('the registry that is followed has no row')
  return row
}

/** Lists all registries that are or were followed. */
export async function listRegistryFeeds(db: Database): Promise<RegistryFeedRow[]> {
  return db.select().from(registryFeeds).orderBy(registryFeeds.base)
}

/** Starts a new walk. The caller must ensure that none is unfinished. */
export async function beginWalk(
  db: Database,
  base: string,
  { since, now }: { since: Date | null; now: Date },
): Promise<void> {
  await db
    .update(registryFeeds)
    .set({ cursor: null, walkedPages: 0, since, walkStartedAt: now, skipped: [] })
    .where(eq(registryFeeds.base, base))
}

/**
 * Advances a walk from the position at which the reader started. Returns false if another reader has already advanced
 * it; that reader's page counts. Must run in the transaction that stores the page. The walk is complete if there is no
 * next cursor.
 */
export async function moveWalk(
  tx: Database,
  { base, cursor, walkStartedAt }: RegistryFeedRow,
  to: { readonly cursor: string | undefined; readonly skipped: readonly string[] },
  now: Date,
): Promise<boolean> {
  const change =
    to.cursor === undefined
      ? { cursor: null, walkStartedAt: null, completedFrom: walkStartedAt, syncedAt: now, walkedPages: 0 }
      : { cursor: to.cursor, walkedPages: sql`${registryFeeds.walkedPages} + 1` }
  const moved = await tx
    .update(registryFeeds)
    .set({ ...change, skipped: to.skipped, lastError: null, lastAttemptAt: now })
    .where(
      and(
        eq(registryFeeds.base, base),
        sql`${registryFeeds.cursor} is not distinct from ${cursor}`,
        sql`${registryFeeds.walkStartedAt} is not distinct from ${walkStartedAt?.toISOString() ?? null}::timestamptz`,
      ),
    )
    .returning({ base: registryFeeds.base })
  return moved.length > 0
}

/** Records the reason why a walk could not continue. The position does not change. */
export async function noteWalkFailure(
  db: Database,
  base: string,
  { error, now }: { error: string; now: Date },
): Promise<void> {
  await db.update(registryFeeds).set({ lastError: error, lastAttemptAt: now }).where(eq(registryFeeds.base, base))
}

/** Abandons a walk. The next one starts at the same `since`. */
export async function endWalkUnfinished(db: Database, base: string): Promise<void> {
  await db
    .update(registryFeeds)
    .set({ cursor: null, walkStartedAt: null, walkedPages: 0 })
    .where(eq(registryFeeds.base, base))
}
