import type { ListedRecord } from '../feed/advisory-row.ts'
import { advisoryFeedLimits } from '../feed/advisory-feed-limits.ts'
import { feedAddress } from '../feed/feed-address.ts'
import { openFeedFile } from '../feed/feed-file.ts'
import { type FetchedBatch, fetchRecords } from '../feed/fetch-records.ts'
import { readListingRows } from '../feed/listing-rows.ts'
import { AdvisorySyncFailure } from '../feed/sync-failure.ts'
import { approveListing, approveRemovals } from './approve-change.ts'
import type { Feed, FeedChange, FeedState, FetchedRecords, ListingDifference } from './feed-store.ts'
import type { FeedSyncContext, SyncOptions } from './sync-context.ts'

/** Result of following `<base>/<ecosystem>/modified_id.csv`. */
export type ListingFollowed =
  /** All available changes were fetched and stored. */
  | { readonly listing: 'followed'; readonly change: FeedChange; readonly unreadable: number }
  /** The stored records already match the listing. */
  | { readonly listing: 'unchanged' }
  /** So many records differ that reading the complete export is cheaper. */
  | { readonly listing: 'far-behind' }
  | { readonly listing: 'missing' }

/** Maximum time to fetch records. A feed with more changes continues at the next sync. */
const fetchMs = 15 * 60_000

/**
 * Share of changed records above which the export is cheaper. A record takes 3.4 ms individually and 0.4 ms as part of
 * an export (16,482 PyPI records on loopback). With a round trip of 50 ms, an individual record takes 8 ms.
 */
const exportCheaperShare = 0.05
const exportCheaperCount = 200

/**
 * Updates individual records to match the feed's listing. Each call compares the stored records with the listing again,
 * so an interrupted sync continues where it stopped. Stores each batch in one transaction. If `mustFollow` is set, any
 * number of differences is accepted, because the export was just read.
 */
export async function followListing(
  sync: FeedSyncContext,
  feed: Feed,
  row: FeedState,
  options: SyncOptions & { readonly mustFollow: boolean },
): Promise<ListingFollowed> {
  const { store } = sync
  await using answer = await openFeedFile(sync, {
    url: feedAddress(feed.base, feed.ecosystem, 'modified_id.csv'),
    maxBytes: advisoryFeedLimits.maxListingBytes,
    etag: row.listingEtag,
    signal: options.signal,
  })
  if (answer.found === 'nothing') return { listing: 'missing' }
  if (answer.found === 'unmodified' || answer.digest === row.listingDigest) {
    await store.agreeWithListing(
      feed,
      answer.found === 'file' ? answer : { digest: row.listingDigest ?? '', etag: row.listingEtag },
    )
    return { listing: 'unchanged' }
  }
  const reading = readListingRows(answer.file, feed.ecosystem)
  const most = Math.max(exportCheaperCount, Math.floor(row.records * exportCheaperShare))
  const difference = await store.compareListing(feed, { rows: reading.rows, most })
  approveListing(reading)
  if (reading.unreadable > 0)
    sync.log.warn(
      { base: feed.base, ecosystem: feed.ecosystem, rows: reading.unreadable },
      'rows of an advisory listing could not be parsed',
    )
  if (!options.acceptRemovals)
    approveRemovals({
      before: difference.before,
      removed: difference.vanished,
      where: 'listing',
      syncCommand: store.syncCommand,
    })
  if (!options.mustFollow && difference.changed + difference.vanished > most) return { listing: 'far-behind' }
  const { lagging, ...followed } = await takeRecords(sync, feed, difference, options)
  const isWhole = difference.changed <= most && difference.vanished <= most
  if (isWhole && lagging.length === 0) await store.agreeWithListing(feed, answer)
  else await store.agreeUpTo(feed, isWhole ? oldestOf(lagging) : new Date(0))
  return { listing: 'followed', ...followed }
}

/** Returns the time up to which all listed records were fetched. */
function oldestOf(lagging: readonly ListedRecord[]): Date {
  return new Date(lagging.reduce((oldest, { modified }) => Math.min(oldest, modified.getTime()), Infinity))
}

/**
 * Fetches and stores the differences in batches. Deletes a record that is missing from the listing only if fetching it
 * shows that it is gone from the feed too.
 */
async function takeRecords(
  sync: FeedSyncContext,
  feed: Feed,
  { before, someChanged, someVanished }: ListingDifference,
  { signal, onProgress }: SyncOptions,
) {
  const total = { change: { before, added: 0, changed: 0, removed: 0 }, unreadable: 0 }
  const lagging: ListedRecord[] = []
  const deadline = AbortSignal.timeout(fetchMs)
  let asked = 0

  async function* batchesOf(records: readonly ListedRecord[]): AsyncIterable<FetchedBatch> {
    const waiting = records.values()
    for (;;) {
      if (deadline.aborted) throw unfinished(`they took more than ${fetchMs / 60_000} minutes.`)
      const batch = await fetchRecords(sync, feed, waiting, signal)
      if (batch.asked === 0) return
      yield batch
      if (batch.failure !== undefined) throw unfinished(batch.failure)
      asked += batch.asked
      onProgress?.({ base: feed.base, ecosystem: feed.ecosystem, records: asked })
    }
  }

  async function store(records: FetchedRecords): Promise<void> {
    const { added, changed, removed } = await sync.store.storeFetched(feed, records)
    total.change = {
      before,
      added: total.change.added + added,
      changed: total.change.changed + changed,
      removed: total.change.removed + removed,
    }
  }

  const listed = new Map(someChanged.map((record) => [record.id, record]))
  for await (const { rows, unreadable, gone, lagging: behind } of batchesOf(someChanged)) {
    await store({ rows, unreadable, gone: [] })
    total.unreadable += unreadable.length
    // Listed but not found: either the record is not published yet, or a cache is outdated.
    lagging.push(...behind, ...gone.flatMap((id) => listed.get(id) ?? []))
  }
  for await (const { gone } of batchesOf(someVanished.map((id) => ({ id, modified: new Date(0) }))))
    await store({ rows: [], unreadable: [], gone })
  return { ...total, lagging }
}

function unfinished(reason: string): AdvisorySyncFailure {
  return new AdvisorySyncFailure(
    'unreachable',
    `Not all changed advisories could be fetched: ${reason} The fetched advisories are stored, and the next ` +
      'sync continues from there.',
  )
}
