import type { Feed, FeedStore } from '../../../../engine/advisories/sync/feed-store.ts'
import type { DatabaseClient } from '../../../db/client.ts'
import { endFeedAttempt, findOrAddFeed, hasSyncedFeed, withFeedLock } from '../../../db/advisories/feeds.ts'
import { analyzeAdvisories, confirmFeed, replaceFeed } from '../../../db/advisories/import.ts'
import { agreeUpTo, agreeWithListing, compareListing, storeFetched } from '../../../db/advisories/listing.ts'

/** Creates a feed store on PostgreSQL. */
export function databaseFeedStore({ db, sql }: DatabaseClient): FeedStore {
  const idOf = async (feed: Feed) => (await findOrAddFeed(db, feed)).id
  /** Signals of the held locks, which abort if a lock is lost. */
  const held = new Map<number, AbortSignal>()
  /** Returns the feed's ID. Throws if another process may be syncing the feed, because the lock was lost. */
  async function idToStore(feed: Feed): Promise<number> {
    const id = await idOf(feed)
    held.get(id)?.throwIfAborted()
    return id
  }
  return {
    syncCommand: 'assay advisories sync --service',
    find: ({ base, ecosystem }) => findOrAddFeed(db, { base, ecosystem }).then((row) => ({ ...row, base, ecosystem })),
    async withLock(feed, signal, sync) {
      const id = await idOf(feed)
      return withFeedLock(sql, id, signal, async (holding) => {
        held.set(id, holding)
        try {
          return await sync(holding)
        } finally {
          held.delete(id)
        }
      })
    },
    endAttempt: async (feed, lastError) => endFeedAttempt(db, await idOf(feed), lastError),
    hasSynced: (base) => hasSyncedFeed(db, base),
    async replace(feed, state) {
      const change = await replaceFeed(sql, await idToStore(feed), state)
      if (change && change.added + change.changed + change.removed > change.before / 10) await analyzeAdvisories(sql)
      return change
    },
    confirm: async (feed) => confirmFeed(sql, await idToStore(feed)),
    compareListing: async (feed, options) => compareListing(sql, { feedId: await idOf(feed), ...options }),
    storeFetched: async (feed, records) => storeFetched(sql, await idToStore(feed), records),
    agreeWithListing: async (feed, listing) => agreeWithListing(sql, await idToStore(feed), listing),
    agreeUpTo: async (feed, upTo) => agreeUpTo(sql, await idToStore(feed), upTo),
  }
}
