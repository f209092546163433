import type { Sql, TransactionSql } from 'postgres'
import type { FeedChange, FeedExport } from '../../../engine/advisories/sync/feed-store.ts'
import { applyStaged, compareStaged, stageRecords } from './staging.ts'
import { noteUnreadable } from './unreadable.ts'

/**
 * Replaces a feed's records with those from a new export in one transaction. Readers see the old records until the
 * transaction commits, and an error rolls it back. Returns undefined, and updates only the sync time, if the records
 * already match this export.
 */
export async function replaceFeed(sql: Sql, feedId: number, state: FeedExport): Promise<FeedChange | undefined> {
  return sql.begin(async (transaction) => {
    const [feed] = await transaction<
      { digest: string | null }[]
    >`select export_digest as digest from advisory_feeds where id = ${feedId}`
    if (feed?.digest === state.exportDigest) {
      await transaction`update advisory_feeds set export_etag = ${state.exportEtag}, full_at = clock_timestamp()
        where id = ${feedId}`
      await touchFeed(transaction, feedId, state.asOf)
      return undefined
    }
    await stageRecords(transaction, state.rows)
    await transaction`delete from advisory_unreadable where feed_id = ${feedId}`
    await noteUnreadable(transaction, feedId, state.unreadable())
    const change = await compareStaged(transaction, feedId, { whole: true })
    state.approve(change)
    await applyStaged(transaction, feedId)
    await transaction`
      update advisory_feeds set
        full_at = clock_timestamp(), export_digest = ${state.exportDigest}, export_etag = ${state.exportEtag},
        listing_digest = null, listing_etag = null
      where id = ${feedId}`
    await countFeed(transaction, feedId, change)
    await touchFeed(transaction, feedId, state.asOf)
    return change
  })
}

/** Records that the feed still equals its last imported export. */
export async function confirmFeed(sql: Sql, feedId: number): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`update advisory_feeds set full_at = clock_timestamp() where id = ${feedId}`
    await touchFeed(transaction, feedId)
  })
}

/** Updates the planner's statistics, which describe an empty table after the first import. */
export async function analyzeAdvisories(sql: Sql): Promise<void> {
  await sql`analyze advisories, advisory_affected`
}

/** After a change, updates the feed's counts and the generation that caches compare. */
export async function countFeed(
  transaction: TransactionSql,
  feedId: number,
  { added, changed, removed }: Omit<FeedChange, 'before'>,
): Promise<void> {
  await transaction`
    update advisory_feeds set
      records = (select count(*) from advisories where feed_id = ${feedId}),
      unreadable = (select count(*) from advisory_unreadable where feed_id = ${feedId}),
      generation = generation + ${added + changed + removed > 0 ? 1 : 0}
    where id = ${feedId}`
}

/**
 * Marks the feed as current, or as current up to `upTo` if that is later than the stored time. Records modified after
 * that time do not count as the feed's newest.
 */
export async function touchFeed(transaction: TransactionSql, feedId: number, upTo?: Date): Promise<void> {
  await transaction`
    update advisory_feeds set
      synced_at = state.moment,
      last_attempt_at = state.now,
      last_error = null,
      newest_modified = (select max(modified) from advisories where feed_id = ${feedId} and modified <= state.moment)
    from (
      select now, case when ${upTo === undefined} then now
      else least(now, greatest(synced_at, ${(upTo ?? new Date(0)).toISOString()}::timestamptz(3))) end as moment
      from advisory_feeds, (select clock_timestamp()::timestamptz(3) as now) as clock where id = ${feedId}
    ) state
    where id = ${feedId}`
}
