import type { FeedAccess } from '../feed/feed-file.ts'
import type { SyncProgress } from '../feed/feed-rows.ts'
import type { SyncLog } from '../feed/unreadable-notes.ts'
import type { FeedStore } from './feed-store.ts'

/** Inputs of a sync. */
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
  /** Accepts an export or listing that lacks an implausibly large share of the stored records. */
  readonly acceptRemovals?: boolean
  /** Skips a feed that was synced after this time, for example by another process. */
  readonly freshSince?: Date
}
