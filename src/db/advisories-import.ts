import type { Sql, TransactionSql } from 'postgres'
import { copyRows, type CopyRow } from './advisories-copy.ts'

/** A record ready to be stored; JSON as text without NUL and lone surrogates, which jsonb refuses. */
export interface AdvisoryRow {
  readonly id: string
  readonly modified: Date
  readonly withdrawn: Date | undefined
  readonly digest: string
  readonly document: string
  readonly affected: readonly { readonly packageName: string; readonly entry: string }[]
}

/** What a full state would change in a feed, counted before it does. */
export interface FeedChange {
  /** Records of the feed now. */
  readonly before: number
  readonly added: number
  readonly changed: number
  readonly removed: number
}

export interface FeedState {
  readonly feedId: number
  /** SHA-256 of the export that the rows are read from. */
  readonly exportDigest: string
  readonly rows: AsyncIterable<AdvisoryRow>
  /** Asked after the last row: how many records could not be read. */
  readonly unreadable: () => number
  /** Throws when the change should not be made. */
  readonly approve: (change: FeedChange) => void
}

/** Any constant, as long as nobody else takes it: the letters `feed`. The second key is the feed. */
const feedLock = 0x66_65_65_64

const stagingColumns = ['advisory_id', 'modified', 'withdrawn', 'digest', 'document', 'package_name', 'entry'] as const

/**
 * Makes a feed's records those of a new export, in one transaction: readers see the old state until
 * all is done, and any error leaves it. Undefined when the feed already has this export's state;
 * then only the time of the sync moves. One call for a feed at a time, others wait.
 */
export async function replaceFeed(sql: Sql, state: FeedState): Promise<FeedChange | undefined> {
  return sql.begin(async (transaction) => {
    await transaction`select pg_advisory_xact_lock(${feedLock}, ${state.feedId})`
    const [feed] = await transaction<{ digest: string | null }[]>`select export_digest as digest from advisory_feeds where id = ${state.feedId}`
    if (feed?.digest === state.exportDigest) {
      await touchFeed(transaction, state.feedId)
      return undefined
    }
    await stage(transaction, state.rows)
    const change = await compare(transaction, state.feedId)
    state.approve(change)
    await apply(transaction, state.feedId)
    await transaction`
      update advisory_feeds set
        export_digest = ${state.exportDigest},
        unreadable = ${state.unreadable()},
        records = (select count(*) from advisories where feed_id = ${state.feedId}),
        generation = generation + ${change.added + change.changed + change.removed > 0 ? 1 : 0}
      where id = ${state.feedId}`
    await touchFeed(transaction, state.feedId)
    return change
  })
}

/** Refreshes the planner's statistics, which a first import leaves at an empty table. */
export async function analyzeAdvisories(sql: Sql): Promise<void> {
  await sql`analyze advisories, advisory_affected`
}

async function stage(transaction: TransactionSql, rows: AsyncIterable<AdvisoryRow>): Promise<void> {
  // Columns of text: a value that a type refuses would end COPY in a way that postgres.js cannot tell.
  await transaction`
    create temporary table advisory_staging (
      ordinal bigint generated always as identity,
      advisory_id text not null, modified text, withdrawn text, digest text, document text, package_name text, entry text
    ) on commit drop`
  await copyRows(transaction, 'advisory_staging', stagingColumns, stagingRows(rows))
  await transaction`analyze advisory_staging`
}

/** One row for the record, with a document, and one for each package entry, with a package name. */
async function* stagingRows(rows: AsyncIterable<AdvisoryRow>): AsyncIterable<CopyRow> {
  for await (const { id, modified, withdrawn, digest, document, affected } of rows) {
    yield [id, modified.toISOString(), withdrawn?.toISOString() ?? null, digest, document, null, null]
    for (const { packageName, entry } of affected) yield [id, null, null, null, null, packageName, entry]
  }
}

async function compare(transaction: TransactionSql, feedId: number): Promise<FeedChange> {
  await transaction`
    create temporary table advisory_change (advisory_id text primary key, kind text not null) on commit drop`
  await transaction`
    insert into advisory_change
    select coalesce(stored.id, staged.advisory_id),
      case when staged.advisory_id is null then 'removed' when stored.id is null then 'added' else 'changed' end
    from (select advisory_id, digest from advisory_staging where document is not null) staged
    full join (select id, digest from advisories where feed_id = ${feedId}) stored on stored.id = staged.advisory_id
    where stored.digest is distinct from staged.digest`
  await transaction`analyze advisory_change`
  const [counts] = await transaction<[FeedChange]>`
    select
      (select count(*)::int from advisories where feed_id = ${feedId}) as before,
      (count(*) filter (where kind = 'added'))::int as added,
      (count(*) filter (where kind = 'changed'))::int as changed,
      (count(*) filter (where kind = 'removed'))::int as removed
    from advisory_change`
  return counts
}

async function apply(transaction: TransactionSql, feedId: number): Promise<void> {
  await transaction`
    delete from advisory_affected where feed_id = ${feedId} and advisory_id in (select advisory_id from advisory_change where kind <> 'added')`
  await transaction`
    delete from advisories where feed_id = ${feedId} and id in (select advisory_id from advisory_change where kind = 'removed')`
  await transaction`
    insert into advisories (feed_id, id, modified, withdrawn, digest, document)
    select ${feedId}, advisory_id, modified::timestamptz, withdrawn::timestamptz, digest, document::jsonb
    from advisory_staging join advisory_change using (advisory_id)
    where document is not null
    on conflict (feed_id, id) do update set
      modified = excluded.modified, withdrawn = excluded.withdrawn, digest = excluded.digest, document = excluded.document`
  await transaction`
    insert into advisory_affected (feed_id, advisory_id, ecosystem, package_name, entry)
    select ${feedId}, advisory_id, (select ecosystem from advisory_feeds where id = ${feedId}), package_name, entry::jsonb
    from advisory_staging join advisory_change using (advisory_id)
    where package_name is not null
    order by ordinal`
}

/** The feed's state is that of now. Records that claim a later change do not count as its newest. */
async function touchFeed(transaction: TransactionSql, feedId: number): Promise<void> {
  await transaction`
    update advisory_feeds set
      synced_at = now.moment,
      last_attempt_at = now.moment,
      last_error = null,
      newest_modified = (select max(modified) from advisories where feed_id = ${feedId} and modified <= now.moment)
    from (select clock_timestamp()::timestamptz(3) as moment) now
    where id = ${feedId}`
}
