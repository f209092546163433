import { sql } from 'drizzle-orm'
import type { TransactionSql } from 'postgres'
import type { Ecosystem } from '../../../engine/model/component.ts'
import type { Database } from '../client.ts'

/** Package whose advisories were changed by a sync. */
export interface TouchedPackage {
  readonly number: number
  readonly ecosystem: Ecosystem
  /** Normalized package name. */
  readonly packageName: string
}

/**
 * Records the packages affected by a feed's changes (`advisory_change`) before the changes are applied: those named by
 * the new records, and those named by the stored records with the same IDs in any feed of the ecosystem. If this feed
 * drops a record, another feed's record may apply.
 */
export async function noteTouchedByChange(transaction: TransactionSql, feedId: number): Promise<void> {
  await transaction`
    insert into touched_packages (ecosystem, package_name)
    select own.ecosystem, touched.package_name
    from advisory_feeds own
    cross join lateral (
      select stored.package_name from advisory_change change
      join advisory_feeds feed on feed.ecosystem = own.ecosystem
      join advisory_affected stored on stored.feed_id = feed.id and stored.advisory_id = change.advisory_id
      union
      select staged.package_name from advisory_staging staged join advisory_change change using (advisory_id)
      where staged.package_name is not null
    ) touched
    where own.id = ${feedId}`
}

/** Records the packages named by records that are deleted by ID. */
export async function noteTouchedByRemoval(
  transaction: TransactionSql,
  feedId: number,
  advisoryIds: readonly string[],
): Promise<void> {
  await transaction`
    insert into touched_packages (ecosystem, package_name)
    select distinct own.ecosystem, stored.package_name
    from advisory_feeds own
    join advisory_feeds feed on feed.ecosystem = own.ecosystem
    join advisory_affected stored on stored.feed_id = feed.id and stored.advisory_id = any(${[...advisoryIds]}::text[])
    where own.id = ${feedId}`
}

/** Lists the packages that have been recorded the longest. The list may contain duplicates. */
export async function listTouchedPackages(db: Database, limit: number): Promise<TouchedPackage[]> {
  const rows = await db.execute<{ number: number; ecosystem: Ecosystem; packageName: string }>(sql`
    select number::float8 as number, ecosystem, package_name as "packageName" from touched_packages
    order by touched_packages.number limit ${limit}`)
  return [...rows]
}

/** Deletes these entries. Later entries for the same packages stay. */
export async function forgetTouchedPackages(tx: Database, numbers: readonly number[]): Promise<void> {
  await tx.execute(sql`delete from touched_packages where number = any(${sql.param([...numbers])}::bigint[])`)
}
