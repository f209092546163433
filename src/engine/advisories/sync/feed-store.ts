import type { Ecosystem } from '../../model/component.ts'
import type { AdvisoryRow, ListedRecord, UnreadableRecord } from '../feed/advisory-row.ts'

/** One ecosystem of one base. */
export interface Feed {
  readonly base: string
  readonly ecosystem: Ecosystem
}

/** Stored data of a feed, apart from its records. */
export interface FeedState extends Feed {
  /** End of the last sync with a complete state. Null before the first. */
  readonly syncedAt: Date | null
  /** Newest `modified` that is not after `syncedAt`. */
  readonly newestModified: Date | null
  readonly records: number
  /** Number of unreadable records. */
  readonly unreadable: number
  /** When the records last equaled a complete export. Null before the first. */
  readonly fullAt: Date | null
  /** ETag of the export with these records. */
  readonly exportEtag: string | null
  /** SHA-256 of the listing that the records match. Null while they do not match. */
  readonly listingDigest: string | null
  readonly listingEtag: string | null
  /** End of the last attempt. Null while the first one runs. */
  readonly lastAttemptAt: Date | null
  /** Why the last attempt failed. Null after a successful one. */
  readonly lastError: string | null
}

/** Changes of a feed by newly read records. */
export interface FeedChange {
  /** Number of records of the feed before. */
  readonly before: number
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** A complete export of a feed. */
export interface FeedExport {
  /** SHA-256 of the export with the rows. */
  readonly exportDigest: string
  readonly exportEtag: string | null
  /** Time of the records, if the feed provides it. Default: now. */
  readonly asOf?: Date
  readonly rows: AsyncIterable<AdvisoryRow>
  /** Returns the unreadable records. Called after the last row. */
  readonly unreadable: () => readonly UnreadableRecord[]
  /** Throws if the change must not be made. */
  readonly approve: (change: FeedChange) => void
}

/** Differences between a feed's stored records and its listing. */
export interface ListingDifference {
  /** Number of stored records. */
  readonly before: number
  /** Records that are listed and not stored, or stored with a different `modified`. */
  readonly changed: number
  /** Records that are stored and not listed. */
  readonly vanished: number
  /** Changed ones up to the requested number, most recently changed first. */
  readonly someChanged: readonly ListedRecord[]
  /** Missing ones up to the requested number. */
  readonly someVanished: readonly string[]
}

/** Single records of a feed, fetched because the listing differs from the stored ones. */
export interface FetchedRecords {
  readonly rows: readonly AdvisoryRow[]
  readonly unreadable: readonly UnreadableRecord[]
  /** Records that the feed no longer has. */
  readonly gone: readonly string[]
}

/** Storage of a sync. The service implements it on PostgreSQL, the command line on files. */
export interface FeedStore {
  /** The command that a user calls for a sync, for error messages. */
  readonly syncCommand: string
  /** Returns the current state of the feed. The first call creates it. */
  find(feed: Feed): Promise<FeedState>
  /** Runs `sync` while no other process syncs the feed. Waits for a process that does. */
  withLock<Result>(feed: Feed, signal: AbortSignal, sync: () => Promise<Result>): Promise<Result>
  /** Ends an attempt without new records: because of an error, or null because the base does not have the feed. */
  endAttempt(feed: Feed, lastError: string | null): Promise<void>
  /** Returns whether the base provided any ecosystem before. */
  hasSynced(base: string): Promise<boolean>
  /**
   * Replaces the records of a feed with those of an export, all or nothing. Returns undefined if they are those of this
   * export already. Then only the time of the sync moves.
   */
  replace(feed: Feed, state: FeedExport): Promise<FeedChange | undefined>
  /** Records that the feed still has the export that was imported last. */
  confirm(feed: Feed): Promise<void>
  /**
   * Compares a listing with the stored records. Read-only. Times are compared for equality, not order, so that a record
   * from the future hides no other.
   */
  compareListing(
    feed: Feed,
    options: { readonly rows: AsyncIterable<ListedRecord>; readonly most: number },
  ): Promise<ListingDifference>
  /** Stores single records in one step. The time of the sync does not change before `agreeWithListing`. */
  storeFetched(feed: Feed, records: FetchedRecords): Promise<FeedChange>
  /** Records that the feed is up to date and matches this listing. */
  agreeWithListing(feed: Feed, listing: { readonly digest: string; readonly etag: string | null }): Promise<void>
  /** Records that the feed is up to date until `upTo`, or its later previous time. Some records were not fetched. */
  agreeUpTo(feed: Feed, upTo: Date): Promise<void>
}
