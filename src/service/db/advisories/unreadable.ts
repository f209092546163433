import type { TransactionSql } from 'postgres'
import { sql } from 'drizzle-orm'
import type { UnreadableRecord } from '../../../engine/advisories/feed/advisory-row.ts'
import type { Database } from '../client.ts'

/** Stores a feed's unreadable records. They replace earlier ones with the same IDs. */
export async function noteUnreadable(
  transaction: TransactionSql,
  feedId: number,
  records: readonly UnreadableRecord[],
): Promise<void> {
  if (records.length === 0) return
  await transaction`
    insert into advisory_unreadable (feed_id, id, listed, problem, packages)
    select distinct on (id) ${feedId}::int, id, listed, problem, array(select jsonb_array_elements_text(packages))
    from jsonb_to_recordset(${JSON.stringify(records)}::text::jsonb) as record (id text, listed timestamptz,
    problem text, packages jsonb)
    on conflict (feed_id, id) do update set listed = excluded.listed, problem = excluded.problem,
    packages = excluded.packages`
}

/** An unreadable advisory about a package. */
export interface UnreadableAdvisory {
  readonly id: string
  readonly packageName: string
}

/** Returns the unreadable records of these feeds that name one of the packages, by normalized name. */
export async function unreadableAbout(
  db: Database,
  { feedIds, names }: { feedIds: readonly number[]; names: readonly string[] },
): Promise<UnreadableAdvisory[]> {
  if (feedIds.length === 0 || names.length === 0) return []
  const rows = await db.execute<{ id: string; packageName: string }>(sql`
    select distinct id, name as "packageName"
    from advisory_unreadable, unnest(packages) as name
    where feed_id = any(${sql.param([...feedIds])}::int[]) and name = any(${sql.param([...names])}::text[])
    order by id, name`)
  return [...rows]
}
