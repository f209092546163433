import type { Ecosystem } from '../../../../engine/model/component.ts'
import type { AdvisorySync, SyncOptions } from './sync-context.ts'
import { type FeedSync, syncFeed } from './sync-feed.ts'

/** How a sync of an ecosystem went, feed by feed in the order of the bases. */
export interface EcosystemSync {
  readonly ecosystem: Ecosystem
  readonly feeds: readonly FeedSync[]
  /** Every feed that has the ecosystem is up to date; there may be none. */
  readonly complete: boolean
}

/**
 * Brings the stored advisories of an ecosystem to the state of every configured base. A base that
 * fails keeps its last good state, says why in its row (`last_error`) and does not hinder the others.
 * Throws when the signal aborts, or when the database is gone.
 */
export async function syncEcosystem(
  sync: AdvisorySync,
  ecosystem: Ecosystem,
  options: SyncOptions,
): Promise<EcosystemSync> {
  const feeds: FeedSync[] = []
  for (const base of sync.bases) feeds.push(await syncFeed(sync, { base, ecosystem }, options))
  return { ecosystem, feeds, complete: feeds.length > 0 && feeds.every(({ outcome }) => outcome !== 'failed') }
}
