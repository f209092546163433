import type { Ecosystem } from '../../model/component.ts'
import type { FeedSyncContext, SyncOptions } from './sync-context.ts'
import { type FeedSync, syncFeed } from './sync-feed.ts'

/** Results for one ecosystem: one per feed, in the order of the bases. */
export interface EcosystemSync {
  readonly ecosystem: Ecosystem
  readonly feeds: readonly FeedSync[]
  /** True if every feed that provides the ecosystem is up to date, even if no feed provides it. */
  readonly complete: boolean
}

/**
 * Updates an ecosystem's stored advisories from every configured base. A base that fails keeps its last good state,
 * records `lastError`, and does not affect the others. Throws if the signal aborts or the store is not available.
 */
export async function syncFeeds(
  sync: FeedSyncContext,
  ecosystem: Ecosystem,
  options: SyncOptions,
): Promise<EcosystemSync> {
  const feeds: FeedSync[] = []
  for (const base of sync.bases) feeds.push(await syncFeed(sync, { base, ecosystem }, options))
  return { ecosystem, feeds, complete: feeds.length > 0 && feeds.every(({ outcome }) => outcome !== 'failed') }
}
