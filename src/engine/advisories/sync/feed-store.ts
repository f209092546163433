import type { Ecosystem } from '../../model/component.ts'
import type { AdvisoryRow, ListedRecord, UnreadableRecord } from '../feed/advisory-row.ts'

/** One ecosystem of one base. */
export interface Feed {
  readonly base: string
  readonly ecosystem: Ecosystem
}

/** What is stored about a feed, apart from its records. */
export interface FeedState extends Feed {
  /** End of the last sync that brought a full state. Null before the first. */
  readonly syncedAt: Date | null
  /** Newest `modified` that is not after `syncedAt`. */
  readonly newestModified: Date | null
  readonly records: number
  /** Records that could not be read. */
  readonly unreadable: number
  /** When the records were last those of a whole export. Null before the first. */
  readonly fullAt: Date | null
  /** ETag of the export whose records these are. */
  readonly exportEtag: string | null
  /** SHA-256 of the listing that the records agree with. Null while they do not agree. */
  readonly listingDigest: string | null
  readonly listingEtag: string | null
  /** End of the last attempt. Null while the first one runs. */
  readonly lastAttemptAt: Date | null
  /** Why the last attempt failed. Null after a successful one. */
  readonly lastError: string | null
}

/** What newly read records change in a feed. */
export interface FeedChange {
  /** Records of the feed before. */
  readonly before: number
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/** A whole export of a feed. */
export interface FeedExport {
  /** SHA-256 of the export that the rows are read from. */
  readonly exportDigest: string
  readonly exportEtag: string | null
  /** Time of the records, if the feed says it. Default: now. */
  readonly asOf?: Date
  readonly rows: AsyncIterable<AdvisoryRow>
  /** Returns the records that could not be read. Called after the last row. */
  readonly unreadable: () => readonly UnreadableRecord[]
  /** Throws if the change must not be made. */
  readonly approve: (change: FeedChange) => void
}

/** How a feed's stored records differ from its listing. */
export interface ListingDifference {
  /** Stored records. */
  readonly before: number
  /** Records that are listed and not stored, or stored with another `modified`. */
  readonly changed: number
  /** Records that are stored and not listed. */
  readonly vanished: number
  /** Of the changed ones as many as requested, the last changed first. */
  readonly someChanged: readonly ListedRecord[]
  /** Of the vanished ones as many as requested. */
  readonly someVanished: readonly string[]
}

/** Single records of a feed, fetched because the listing differs from what is stored. */
export interface FetchedRecords {
  readonly rows: readonly AdvisoryRow[]
  readonly unreadable: readonly UnreadableRecord[]
  /** Records that the feed no longer has. */
  readonly gone: readonly string[]
}

/** Where a sync stores feeds. The service implements it on PostgreSQL, the command line on files. */
export interface FeedStore {
  /** The command that a user calls for a sync, for error messages. */
  readonly syncCommand: string
  /** Returns the feed as it is. The first call creates its state. */
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
   * Compares a listing with the stored records and changes nothing. Equality of times counts, not order, so that a
   * record from the future hides no other.
   */
  compareListing(
    feed: Feed,
    options: { readonly rows: AsyncIterable<ListedRecord>; readonly most: number },
  ): Promise<ListingDifference>
  /** Stores single records, all or none. The time of the sync does not move before `agreeWithListing`. */
  storeFetched(feed: Feed, records: FetchedRecords): Promise<FeedChange>
  /** Records that the feed is up to date and agrees with this listing. */
  agreeWithListing(feed: Feed, listing: { readonly digest: string; readonly etag: string | null }): Promise<void>
  /** Records that the feed is up to date until `upTo`, or the later time that it had. Some records were not fetched. */
  agreeUpTo(feed: Feed, upTo: Date): Promise<void>
}
