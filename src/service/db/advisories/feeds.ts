import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Sql } from 'postgres'
import type { Ecosystem } from '../../../engine/model/component.ts'
import type { Database } from '../client.ts'
import { openSession } from '../open-session.ts'
import { advisoryFeeds } from './schema.ts'

export type AdvisoryFeedRow = typeof advisoryFeeds.$inferSelect

/** Returns the feed's state. The first sync creates the row. */
export async function findOrAddFeed(
  db: Database,
  feed: { base: string; ecosystem: Ecosystem },
): Promise<AdvisoryFeedRow> {
  await db.insert(advisoryFeeds).values(feed).onConflictDoNothing()
  const [row] = await findFeeds(db, [feed.base], [feed.ecosystem])
  if (!row) throw new Error('the feed was not found')
  return row
}

/** Records a sync without new data. `lastError` is null if the base does not have the ecosystem. */
export async function endFeedAttempt(db: Database, feedId: number, lastError: string | null): Promise<void> {
  await db
    .update(advisoryFeeds)
    .set({ lastError, lastAttemptAt: sql`clock_timestamp()` })
    .where(eq(advisoryFeeds.id, feedId))
}

/** Returns the feeds of these bases for which a sync has started, in no particular order. */
export async function findFeeds(
  db: Database,
  bases: readonly string[],
  ecosystems: readonly Ecosystem[],
): Promise<AdvisoryFeedRow[]> {
  if (bases.length === 0 || ecosystems.length === 0) return []
  return db
    .select()
    .from(advisoryFeeds)
    .where(and(inArray(advisoryFeeds.base, [...bases]), inArray(advisoryFeeds.ecosystem, [...ecosystems])))
}

/** Reports whether any sync has found an ecosystem at this base. */
export async function hasSyncedFeed(db: Database, base: string): Promise<boolean> {
  const rows = await db
    .select({ id: advisoryFeeds.id })
    .from(advisoryFeeds)
    .where(and(eq(advisoryFeeds.base, base), isNotNull(advisoryFeeds.syncedAt)))
    .limit(1)
  return rows.length > 0
}

/** Advisory lock class that nothing else uses: the letters `feed`. The second key is the feed's ID. */
const feedLock = 0x66_65_65_64

const lookForLockMs = 250

/** Thrown if the connection that held a feed's lock was lost. */
export class FeedLockLostError extends Error {
  override readonly name = 'FeedLockLostError'

  constructor() {
    super('The connection that held the lock of the advisory feed was lost.')
  }
}

/**
 * Runs `sync` while holding the feed's lock. Waits for other processes that sync the feed. A connection outside the
 * pool holds the lock, so that the lock is released when the connection ends, for example when the process dies. A
 * reserved pool connection that is lost would return to the pool broken (postgres.js 3.4.9).
 *
 * If that connection is lost while `sync` runs, another process may take the lock. The signal of `sync` aborts then,
 * and the result is a FeedLockLostError. The signal also aborts with `signal`.
 */
export async function withFeedLock<Result>(
  client: Sql,
  feedId: number,
  signal: AbortSignal,
  sync: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController()
  let isHeld = false
  const connection = openSession(client, {
    onclose() {
      if (isHeld) lost.abort(new FeedLockLostError())
    },
  })
  try {
    await takeFeedLock(connection, feedId, signal)
    isHeld = true
    const result = await sync(AbortSignal.any([signal, lost.signal]))
    lost.signal.throwIfAborted()
    return result
  } catch (error) {
    lost.signal.throwIfAborted()
    throw error
  } finally {
    isHeld = false
    await connection.end({ timeout: 5 })
  }
}

/** Waits for a feed's lock until the signal aborts, even if the server does not answer. */
async function takeFeedLock(connection: Sql, feedId: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const abandon = () => void connection.end({ timeout: 0 })
  signal.addEventListener('abort', abandon, { once: true })
  try {
    for (;;) {
      const [lock] = await connection<
        { taken: boolean }[]
      >`select pg_try_advisory_lock(${feedLock}, ${feedId}) as taken`
      if (lock?.taken) return
      await sleep(lookForLockMs, undefined, { signal })
    }
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', abandon)
  }
}
