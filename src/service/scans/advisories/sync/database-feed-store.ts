import type { Feed, FeedStore } from '../../../../engine/advisories/sync/feed-store.ts'
import type { DatabaseClient } from '../../../db/client.ts'
import { endFeedAttempt, findOrAddFeed, hasSyncedFeed, withFeedLock } from '../../../db/advisories/feeds.ts'
import { analyzeAdvisories, confirmFeed, replaceFeed } from '../../../db/advisories/import.ts'
import { agreeUpTo, agreeWithListing, compareListing, storeFetched } from '../../../db/advisories/listing.ts'

/** Creates a feed store on PostgreSQL. */
export function databaseFeedStore({ db, sql }: DatabaseClient): FeedStore {
  const idOf = async (feed: Feed) => (await findOrAddFeed(db, feed)).id
  return {
    syncCommand: 'assay advisories sync --service',
    find: ({ base, ecosystem }) => findOrAddFeed(db, { base, ecosystem }).then((row) => ({ ...row, base, ecosystem })),
    withLock: async (feed, signal, sync) => withFeedLock(sql, await idOf(feed), signal, sync),
    endAttempt: async (feed, lastError) => endFeedAttempt(db, await idOf(feed), lastError),
    hasSynced: (base) => hasSyncedFeed(db, base),
    async replace(feed, state) {
      const change = await replaceFeed(sql, await idOf(feed), state)
      if (change && change.added + change.changed + change.removed > change.before / 10) await analyzeAdvisories(sql)
      return change
    },
    confirm: async (feed) => confirmFeed(sql, await idOf(feed)),
    compareListing: async (feed, options) => compareListing(sql, { feedId: await idOf(feed), ...options }),
    storeFetched: async (feed, records) => storeFetched(sql, await idOf(feed), records),
    agreeWithListing: async (feed, listing) => agreeWithListing(sql, await idOf(feed), listing),
    agreeUpTo: async (feed, upTo) => agreeUpTo(sql, await idOf(feed), upTo),
  }
}
