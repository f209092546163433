import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryFeeds } from './publications-schema.ts'

export type RegistryFeedRow = typeof registryFeeds.$inferSelect

/** Where the following of a registry was left; a new one for a registry that was never followed. */
export async function openRegistryFeed(db: Database, base: string): Promise<RegistryFeedRow> {
  await db.insert(registryFeeds).values({ base }).onConflictDoNothing()
  const [row] = await db.select().from(registryFeeds).where(eq(registryFeeds.base, base))
  if (!row) throw new Error('the registry that is followed has no row')
  return row
}

/** Every registry that is or was followed. */
export async function listRegistryFeeds(db: Database): Promise<RegistryFeedRow[]> {
  return db.select().from(registryFeeds).orderBy(registryFeeds.base)
}

/** Begins a walk unless one is under way. */
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
 * Moves a walk on from where a reader found it; false when another one has meanwhile, whose page then counts. In the
 * transaction that stores the page; without a next cursor the walk has come to its end.
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

/** Notes why a walk could not go on; it stays where it was. */
export async function noteWalkFailure(
  db: Database,
  base: string,
  { error, now }: { error: string; now: Date },
): Promise<void> {
  await db.update(registryFeeds).set({ lastError: error, lastAttemptAt: now }).where(eq(registryFeeds.base, base))
}

/** Gives a walk up: the next one begins anew with the same `since`. */
export async function endWalkUnfinished(db: Database, base: string): Promise<void> {
  await db
    .update(registryFeeds)
    .set({ cursor: null, walkStartedAt: null, walkedPages: 0 })
    .where(eq(registryFeeds.base, base))
}
