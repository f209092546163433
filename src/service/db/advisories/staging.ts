import type { TransactionSql } from 'postgres'
import type { AdvisoryRow } from '../../../engine/advisories/feed/advisory-row.ts'
import type { FeedChange } from '../../../engine/advisories/sync/feed-store.ts'
import { copyRows, type CopyRow } from './copy.ts'
import { advisoryJson } from './advisory-json.ts'
import { noteTouchedByChange } from './touched-packages.ts'

const columns = [
  'advisory_id',
  'modified',
  'listed',
  'withdrawn',
  'digest',
  'document',
  'package_name',
  'entry',
] as const

/** Loads records into a temporary table that belongs to the transaction, to compare them with the stored ones. */
export async function stageRecords(
  transaction: TransactionSql,
  rows: AsyncIterable<Iterable<AdvisoryRow>>,
): Promise<void> {
  // All columns are text. If a type rejected a value, COPY would fail in a way that postgres.js cannot report.
  await transaction`
    create temporary table advisory_staging (
      ordinal bigint generated always as identity,
      advisory_id text not null, modified text, listed text, withdrawn text, digest text, document text,
      package_name text, entry text
    ) on commit drop`
  await copyRows(transaction, 'advisory_staging', columns, stagingRows(rows))
  await transaction`analyze advisory_staging`
}

/** Yields one row with each record's document, and one row with a package name for each of its entries. */
async function* stagingRows(rows: AsyncIterable<Iterable<AdvisoryRow>>): AsyncIterable<CopyRow> {
  for await (const batch of rows) for (const row of batch) yield* stagingRowsOf(row)
}

function* stagingRowsOf({ id, modified, listed, withdrawn, ...record }: AdvisoryRow): Generator<CopyRow> {
  const { digest, document, affected } = advisoryJson(record)
  yield [
    id,
    modified.toISOString(),
    listed?.toISOString() ?? null,
    withdrawn?.toISOString() ?? null,
    digest,
    document,
    null,
    null,
  ]
  for (const { packageName, entry } of affected) yield [id, null, null, null, null, null, packageName, entry]
}

/**
 * Finds the changes between staged and stored records. If the staged records are the `whole` feed, all other stored
 * records will be deleted, except those that are now unreadable.
 */
export async function compareStaged(
  transaction: TransactionSql,
  feedId: number,
  { whole }: { whole: boolean },
): Promise<FeedChange> {
  await transaction`
    create temporary table advisory_change (advisory_id text primary key, kind text not null) on commit drop`
  await transaction`
    insert into advisory_change
    select staged.advisory_id, case when stored.id is null then 'added' else 'changed' end
    from advisory_staging staged
    left join advisories stored on stored.feed_id = ${feedId} and stored.id = staged.advisory_id
    where staged.document is not null and stored.digest is distinct from staged.digest`
  if (whole) {
    await transaction`
      insert into advisory_change
      select id, 'removed' from advisories stored
      where feed_id = ${feedId}
        and not exists (select from advisory_staging staged where staged.advisory_id = stored.id)
        and not exists (select from advisory_unreadable unreadable
        where unreadable.feed_id = ${feedId} and unreadable.id = stored.id)`
  }
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

/** Applies the changes that `compareStaged` found, and records the affected packages. */
export async function applyStaged(transaction: TransactionSql, feedId: number): Promise<void> {
  await noteTouchedByChange(transaction, feedId)
  await transaction`
    delete from advisory_affected where feed_id = ${feedId}
    and advisory_id in (select advisory_id from advisory_change where kind <> 'added')`
  await transaction`
    delete from advisories where feed_id = ${feedId}
    and id in (select advisory_id from advisory_change where kind = 'removed')`
  await transaction`
    insert into advisories (feed_id, id, modified, listed, withdrawn, digest, document)
    select ${feedId}, advisory_id, modified::timestamptz, listed::timestamptz, withdrawn::timestamptz, digest,
    document::jsonb
    from advisory_staging join advisory_change using (advisory_id)
    where document is not null
    on conflict (feed_id, id) do update set
      modified = excluded.modified, listed = excluded.listed, withdrawn = excluded.withdrawn, digest = excluded.digest,
      document = excluded.document`
  await transaction`
    insert into advisory_affected (feed_id, advisory_id, ecosystem, package_name, entry)
    select ${feedId}, advisory_id, (select ecosystem from advisory_feeds
    where id = ${feedId}), package_name, entry::jsonb
    from advisory_staging join advisory_change using (advisory_id)
    where package_name is not null
    order by ordinal`
}
