import type { FeedAccess } from '../feed/feed-file.ts'
import type { SyncProgress } from '../feed/feed-rows.ts'
import type { SyncLog } from '../feed/unreadable-notes.ts'
import type { FeedStore } from './feed-store.ts'

export interface FeedSyncContext extends FeedAccess {
  readonly store: FeedStore
  /**
   * Base URLs of feeds, `https:` or `file:` with absolute paths. If two feeds have a record with the same ID, the
   * earlier feed wins.
   */
  readonly bases: readonly string[]
  readonly log: SyncLog
}

export interface SyncOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (progress: SyncProgress) => void
  /** True to accept an export or listing that lacks an implausibly large share of the stored records. */
  readonly acceptRemovals?: boolean
  /** Time after which a sync counts as recent. Skips feeds that another process has synced since then. */
  readonly freshSince?: Date
}
