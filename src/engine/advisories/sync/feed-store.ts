import type { Ecosystem } from '../../model/component.ts'
import type { AdvisoryRow, ListedRecord, UnreadableRecord } from '../feed/advisory-row.ts'

/** Advisories of one ecosystem at one base URL. */
export interface Feed {
  readonly base: string
  readonly ecosystem: Ecosystem
}

/** A feed's stored data except for its records. */
export interface FeedState extends Feed {
  /** End of the last sync that stored a complete state. Null before the first sync. */
  readonly syncedAt: Date | null
  /** Newest `modified` time that is not after `syncedAt`. */
  readonly newestModified: Date | null
  readonly records: number
  /** Number of unreadable records. */
  readonly unreadable: number
  /** Time when the records were last identical to a complete export. Null before the first export. */
  readonly fullAt: Date | null
  /** ETag of the export that the records come from. */
  readonly exportEtag: string | null
  /** SHA-256 of the listing that the records are up to date with. Null if there is no such listing. */
  readonly listingDigest: string | null
  readonly listingEtag: string | null
  /** End of the last attempt. Null until the first attempt ends. */
  readonly lastAttemptAt: Date | null
  /** Error of the last attempt. Null after a successful one. */
  readonly lastError: string | null
}

/** Number of records that a sync adds, changes, and removes. */
export interface FeedChange {
  /** Number of records before the change. */
  readonly before: number
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** Complete export of a feed. */
export interface FeedExport {
  /** SHA-256 of the export file. */
  readonly exportDigest: string
  readonly exportEtag: string | null
  /** Date of the records, if the feed reports one. Defaults to now. */
  readonly asOf?: Date
  /** Batches of records. Each can be iterated once. */
  readonly rows: AsyncIterable<Iterable<AdvisoryRow>>
  /** Returns the unreadable records. Must be called after the last row. */
  readonly unreadable: () => readonly UnreadableRecord[]
  /** Throws if the change must be rejected. */
  readonly approve: (change: FeedChange) => void
}

/** Differences between a feed's stored records and its listing. */
export interface ListingDifference {
  /** Number of stored records. */
  readonly before: number
  /** Number of listed records that are not stored, or are stored with a different `modified` time. */
  readonly changed: number
  /** Number of records that are stored but not listed. */
  readonly vanished: number
  /** Changed records, most recently changed first, up to the requested number. */
  readonly someChanged: readonly ListedRecord[]
  /** IDs of vanished records, up to the requested number. */
  readonly someVanished: readonly string[]
}

/** Records that were fetched individually because the listing differs from the stored records. */
export interface FetchedRecords {
  readonly rows: readonly AdvisoryRow[]
  readonly unreadable: readonly UnreadableRecord[]
  /** IDs of records that no longer exist in the feed. */
  readonly gone: readonly string[]
}

/** Storage for syncs. The service implements it with PostgreSQL, and the CLI with files. */
export interface FeedStore {
  /** Command that starts a sync, for error messages. */
  readonly syncCommand: string
  /** Returns a feed's current state. The first call creates it. */
  find(feed: Feed): Promise<FeedState>
  /**
   * Runs `sync` with exclusive access to the feed. Waits for another process that is syncing it. The signal of `sync`
   * aborts with `signal`, and if the access is lost. Rejects then, after `sync` has ended.
   */
  withLock<Result>(feed: Feed, signal: AbortSignal, sync: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /** Records an attempt that brought no new records. `lastError` is null if the base does not provide the feed. */
  endAttempt(feed: Feed, lastError: string | null): Promise<void>
  /** Reports whether the base has ever provided an ecosystem. */
  hasSynced(base: string): Promise<boolean>
  /**
   * Replaces all records of a feed with those in an export, or leaves all unchanged. Returns undefined if this export
   * is already stored; only the sync time is updated then.
   */
  replace(feed: Feed, state: FeedExport): Promise<FeedChange | undefined>
  /** Records that the feed's current export is still the last imported one. Updates the sync time. */
  confirm(feed: Feed): Promise<void>
  /**
   * Compares a listing with the stored records without changing them. Times are only checked for equality, so a record
   * with a time in the future does not hide any others.
   */
  compareListing(
    feed: Feed,
    options: { readonly rows: AsyncIterable<ListedRecord>; readonly most: number },
  ): Promise<ListingDifference>
  /**
   * Stores individual records in one transaction. Leaves the sync time unchanged; only `agreeWithListing` and
   * `agreeUpTo` update it.
   */
  storeFetched(feed: Feed, records: FetchedRecords): Promise<FeedChange>
  /** Marks the feed as up to date with this listing. */
  agreeWithListing(feed: Feed, listing: { readonly digest: string; readonly etag: string | null }): Promise<void>
  /**
   * Marks the feed as up to date until `upTo`, or until its previous time if that is later. Used if some records were
   * not fetched.
   */
  agreeUpTo(feed: Feed, upTo: Date): Promise<void>
}
