import type { Sql } from 'postgres'
import type { AdvisoryRow, ListedRecord } from '../../../engine/advisories/feed/advisory-row.ts'
import type { FeedChange, FetchedRecords, ListingDifference } from '../../../engine/advisories/sync/feed-store.ts'
import { copyRows, type CopyRow } from './copy.ts'
import { countFeed, touchFeed } from './import.ts'
import { applyStaged, compareStaged, stageRecords } from './staging.ts'
import { noteUnreadable } from './unreadable.ts'
import { noteTouchedByRemoval } from './touched-packages.ts'

/**
 * Compares a listing with the stored records. Times are compared for equality, so that a record dated in the future
 * does not hide later changes. Read-only.
 */
export async function compareListing(
  sql: Sql,
  { feedId, rows, most }: { feedId: number; rows: AsyncIterable<ListedRecord>; most: number },
): Promise<ListingDifference> {
  return sql.begin(async (transaction) => {
    await transaction`create temporary table advisory_listing_rows (id text not null, modified text not null)
      on commit drop`
    await copyRows(transaction, 'advisory_listing_rows', ['id', 'modified'], listingRows(rows))
    await transaction`
      create temporary table advisory_listing on commit drop as
      select id, max(modified::timestamptz(3)) as modified from advisory_listing_rows group by id`
    await transaction`analyze advisory_listing`
    await transaction`
      create temporary table advisory_listing_changed on commit drop as
      select listing.id, listing.modified
      from advisory_listing listing
      left join advisories stored on stored.feed_id = ${feedId} and stored.id = listing.id
      left join advisory_unreadable unreadable on unreadable.feed_id = ${feedId} and unreadable.id = listing.id
      where listing.modified is distinct from coalesce(unreadable.listed, stored.listed, stored.modified)`
    await transaction`
      create temporary table advisory_listing_vanished on commit drop as
      select id from advisories stored
      where feed_id = ${feedId} and not exists (select from advisory_listing listing where listing.id = stored.id)`
    const [counts] = await transaction<[Pick<ListingDifference, 'before' | 'changed' | 'vanished'>]>`
      select
        (select count(*)::int from advisories where feed_id = ${feedId}) as before,
        (select count(*)::int from advisory_listing_changed) as changed,
        (select count(*)::int from advisory_listing_vanished) as vanished`
    // Selected as a number, because drizzle disables the client's parsing of timestamps and returns text.
    const someChanged = await transaction<{ id: string; modifiedMs: number }[]>`
      select id, (extract(epoch from modified) * 1000)::float8 as "modifiedMs" from advisory_listing_changed
      order by modified desc, id limit ${most}`
    const someVanished = await transaction<
      { id: string }[]
    >`select id from advisory_listing_vanished order by id limit ${most}`
    return {
      ...counts,
      someChanged: someChanged.map(({ id, modifiedMs }) => ({ id, modified: new Date(modifiedMs) })),
      someVanished: someVanished.map(({ id }) => id),
    }
  })
}

async function* listingRows(rows: AsyncIterable<ListedRecord>): AsyncIterable<CopyRow> {
  for await (const { id, modified } of rows) yield [id, modified.toISOString()]
}

/** Stores individual feed records in one transaction. The feed's time is updated later, by `agreeWithListing`. */
export async function storeFetched(
  sql: Sql,
  feedId: number,
  { rows, unreadable, gone }: FetchedRecords,
): Promise<FeedChange> {
  return sql.begin(async (transaction) => {
    await stageRecords(transaction, inOneBatch(rows))
    const staged = await compareStaged(transaction, feedId, { whole: false })
    await applyStaged(transaction, feedId)
    await transaction`
      update advisories stored set listed = staged.listed::timestamptz
      from advisory_staging staged
      where stored.feed_id = ${feedId} and stored.id = staged.advisory_id and staged.document is not null
        and stored.listed is distinct from staged.listed::timestamptz(3)`
    await transaction`delete from advisory_unreadable
      where feed_id = ${feedId} and (id = any(${[...rows.map(({ id }) => id), ...gone]}::text[]))`
    await noteUnreadable(transaction, feedId, unreadable)
    if (gone.length > 0) await noteTouchedByRemoval(transaction, feedId, gone)
    await transaction`delete from advisory_affected
      where feed_id = ${feedId} and advisory_id = any(${[...gone]}::text[])`
    const removed =
      await transaction`delete from advisories where feed_id = ${feedId} and id = any(${[...gone]}::text[])`
    const change = { ...staged, removed: removed.count }
    await countFeed(transaction, feedId, change)
    // The records no longer match an export, so the next export must be imported even if it has not changed.
    if (change.added + change.changed + change.removed > 0)
      await transaction`update advisory_feeds set export_digest = null, export_etag = null where id = ${feedId}`
    return change
  })
}

async function* inOneBatch(rows: readonly AdvisoryRow[]): AsyncIterable<Iterable<AdvisoryRow>> {
  yield rows
}

/** Marks the feed as current, with records that match this listing. */
export async function agreeWithListing(
  sql: Sql,
  feedId: number,
  { digest, etag }: { readonly digest: string; readonly etag: string | null },
): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`update advisory_feeds set listing_digest = ${digest}, listing_etag = ${etag} where id = ${feedId}`
    await touchFeed(transaction, feedId)
  })
}

/**
 * Marks the feed as current up to `upTo`, or up to its previous time if that is later, because some listed records
 * could not be fetched.
 */
export async function agreeUpTo(sql: Sql, feedId: number, upTo: Date): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`update advisory_feeds set listing_digest = null, listing_etag = null where id = ${feedId}`
    await touchFeed(transaction, feedId, upTo)
  })
}
