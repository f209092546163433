import type { AdvisoryDate } from '../../model/advisory.ts'
import type { FeedState } from './feed-store.ts'

/** An ecosystem's combined state across the configured feeds. */
export interface AdvisoryState {
  /**
   * Advisory date for scans: the oldest sync among the feeds that provide the ecosystem. Undefined before the first
   * sync.
   */
  readonly date: AdvisoryDate | undefined
  /**
   * True if every base has been synced at least once or does not provide the ecosystem. If `date` is undefined too, no
   * base provides it.
   */
  readonly complete: boolean
  readonly records: number
  /** End of the latest attempt to sync any of the feeds. Undefined before the first attempt. */
  readonly lastAttemptAt: Date | undefined
  /** Error of the first base whose last attempt failed. Contains no URLs. */
  readonly lastError: string | undefined
}

type StoredFeed = Omit<FeedState, 'ecosystem'>

/** Combines the state of one ecosystem across all feeds. */
export function advisoryStateOf(bases: readonly string[], ofEcosystem: readonly StoredFeed[]): AdvisoryState {
  const rows = new Map(ofEcosystem.map((row) => [row.base, row]))
  const feeds = bases.flatMap((base) => rows.get(base) ?? [])
  return {
    date: dateOf(feeds),
    complete: bases.length > 0 && bases.every((base) => isSettled(rows.get(base))),
    records: feeds.reduce((sum, { records }) => sum + records, 0),
    lastAttemptAt: latest(feeds.map(({ lastAttemptAt }) => lastAttemptAt)),
    lastError: feeds.find(({ lastError }) => lastError !== null)?.lastError ?? undefined,
  }
}

/**
 * Reports whether a base was synced, or its last attempt succeeded without data, which means that the base does not
 * provide the ecosystem.
 */
function isSettled(feed: StoredFeed | undefined): boolean {
  return feed !== undefined && (feed.syncedAt !== null || (feed.lastAttemptAt !== null && feed.lastError === null))
}

function dateOf(feeds: readonly StoredFeed[]): AdvisoryDate | undefined {
  const syncedAt = feeds.flatMap((feed) => feed.syncedAt ?? []).sort(byTime)[0]
  if (!syncedAt) return undefined
  const newestModified = latest(
    feeds.map((feed) => feed.newestModified).filter((modified) => modified !== null && modified <= syncedAt),
  )
  const unreadable = feeds.reduce((sum, feed) => sum + feed.unreadable, 0)
  return {
    syncedAt: syncedAt.toISOString(),
    ...(newestModified && { newestModified: newestModified.toISOString() }),
    ...(unreadable > 0 && { unreadable }),
  }
}

function latest(moments: readonly (Date | null)[]): Date | undefined {
  return moments
    .filter((moment) => moment !== null)
    .sort(byTime)
    .at(-1)
}

function byTime(a: Date, b: Date): number {
  return a.getTime() - b.getTime()
}
