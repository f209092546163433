import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/**
 * Makes one row a kind of the counts that are kept by appending changes. Safe beside writers and readers: rows that are
 * taken and the row that stands for them change places in one statement.
 */
export async function foldTallies(db: Database): Promise<void> {
  await db.execute(sql`
    with taken as (delete from registry_tallies returning *)
    insert into registry_tallies
    select category, grade, source_type, language, status, sum(servers), sum(scans), sum(critical), sum(high), sum(medium), sum(low), sum(info)
    from taken group by 1, 2, 3, 4, 5
    having sum(servers) <> 0 or sum(scans) <> 0 or sum(critical) <> 0 or sum(high) <> 0 or sum(medium) <> 0 or sum(low) <> 0 or sum(info) <> 0`)
  await db.execute(sql`with taken as (delete from registry_score_tallies returning *) insert into registry_score_tallies select score, sum(servers) from taken group by 1 having sum(servers) <> 0`)
}

/** How many rows the counts have more than there are kinds: what readers add up in vain. */
export async function countUnfoldedTallies(db: Database): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select (select count(*) - count(distinct (category, grade, source_type, language, status)) from registry_tallies)::int + (select count(*) - count(distinct score) from registry_score_tallies)::int as count`)
  return row?.count ?? 0
}

/** Kinds whose kept count is not what counting gives, as sentences; none when all is well. */
export async function findWrongTallies(db: Database): Promise<string[]> {
  const rows = await db.execute<{ kind: string; kept: string; counted: string }>(sql`
    with kept as (
      select concat_ws('/', category, grade, source_type, language, status) as kind, row(sum(servers), sum(scans), sum(critical), sum(high), sum(medium), sum(low), sum(info))::text as sums
      from registry_tallies group by category, grade, source_type, language, status having sum(servers) <> 0 or sum(scans) <> 0 or sum(critical) <> 0 or sum(high) <> 0 or sum(medium) <> 0 or sum(low) <> 0 or sum(info) <> 0
      union all select 'score ' || score, sum(servers)::text from registry_score_tallies group by score having sum(servers) <> 0
    ), counted as (
      select concat_ws('/', category, coalesce(grade, ''), source_type, language, status) as kind, row(count(*), sum(history.scans), sum(critical), sum(high), sum(medium), sum(low), sum(info))::text as sums
      from registry_servers s, lateral (select count(*) as scans from registry_history where server_id = s.id) history where hidden_at is null and merged_into is null group by category, grade, source_type, language, status
      union all select 'score ' || security_score, count(*)::text from registry_servers where hidden_at is null and merged_into is null and security_score is not null group by security_score
    )
    select kind, coalesce(kept.sums, 'nothing') as kept, coalesce(counted.sums, 'nothing') as counted from kept full join counted using (kind) where kept.sums is distinct from counted.sums order by kind limit 100`)
  return rows.map(({ kind, kept, counted }) => `${kind}: kept ${kept}, counted ${counted}`)
}

/** Counts anew how many servers have each word, which search is planned by, and forgets words that none has any more. */
export async function countWords(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`create temporary table counted_words on commit drop as select everywhere.word collate "C" as word, everywhere.ndoc as servers, coalesce(named.ndoc, 0) as named from ts_stat('select words from registry_search') everywhere left join ts_stat('select name_words from registry_search') named using (word)`)
    await tx.execute(sql`update registry_words known set servers = counted.servers, named = counted.named from counted_words counted where counted.word = known.word and (known.servers, known.named) is distinct from (counted.servers, counted.named)`)
    // Forgotten at the second time: what came since it was counted has one server.
    await tx.execute(sql`delete from registry_words known where servers = 0 and not exists (select from counted_words counted where counted.word = known.word)`)
    await tx.execute(sql`update registry_words known set servers = 0, named = 0 where not exists (select from counted_words counted where counted.word = known.word)`)
  })
}
