import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'

/**
 * Merges appended counts into sums, for every filter. One statement replaces the rows with their sums, so concurrent
 * readers and writers are safe.
 */
export async function foldTallies(db: Database): Promise<void> {
  await db.execute(sql`
    with taken as (delete from registry_tallies returning *)
    insert into registry_tally_sums as kept
    select category, grade, source_type, language, status, sum(servers), sum(scans), sum(critical), sum(high),
    sum(medium), sum(low), sum(info)
    from taken group by cube (category, grade, source_type, language, status)
    having ${isNot0(sql`sum`)}
    order by category, grade, source_type, language, status
    on conflict on constraint registry_tally_sums_kind do update
    set servers = kept.servers + excluded.servers, scans = kept.scans + excluded.scans,
    critical = kept.critical + excluded.critical, high = kept.high + excluded.high,
    medium = kept.medium + excluded.medium, low = kept.low + excluded.low, info = kept.info + excluded.info`)
  await db.execute(sql`delete from registry_tally_sums where not (${isNot0(sql.raw(''))})`)
  await db.execute(
    sql`with taken as (delete from registry_score_tallies returning *) insert into registry_score_tallies
      select score, sum(servers) from taken group by 1 having sum(servers) <> 0`,
  )
}

function isNot0(sum: SQL): SQL {
  return sql.join(
    ['servers', 'scans', 'critical', 'high', 'medium', 'low', 'info'].map(
      (count) => sql`${sum}(${sql.raw(count)}) <> 0`,
    ),
    sql` or `,
  )
}

/** Counts the rows that are not merged yet, which every reader must add up. */
export async function countUnfoldedTallies(db: Database): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select (select count(*) from registry_tallies)::int + (select count(*) - count(distinct score)
    from registry_score_tallies)::int as count`)
  return row?.count ?? 0
}

/**
 * Returns differences between stored counts and a recount, and between sums and their parts, as sentences. Empty if all
 * counts are correct.
 */
export async function findWrongTallies(db: Database): Promise<string[]> {
  const rows = await db.execute<{ kind: string; kept: string; counted: string }>(sql`
    with of_kind as (
      select * from registry_tally_sums where num_nulls(category, grade, source_type, language, status) = 0
    ), kept as (
      select concat_ws('/', category, grade, source_type, language, status) as kind,
      row(sum(servers), sum(scans), sum(critical), sum(high), sum(medium), sum(low), sum(info))::text as sums
      from (select * from registry_tallies union all select * from of_kind) both_kept
      group by category, grade, source_type, language, status having ${isNot0(sql`sum`)}
      union all select 'score ' || score, sum(servers)::text from registry_score_tallies group by score
      having sum(servers) <> 0
      union all select 'sum of ' || row(category, grade, source_type, language, status)::text,
      row(servers::bigint, scans::numeric, critical::numeric, high::numeric, medium::numeric, low::numeric,
      info::numeric)::text from registry_tally_sums
    ), counted as (
      select concat_ws('/', category, coalesce(grade, ''), source_type, language, status) as kind,
      row(count(*), sum(history.scans), sum(critical), sum(high), sum(medium), sum(low), sum(info))::text as sums
      from registry_servers s, lateral (select count(*) as scans from registry_history where server_id = s.id) history
      where hidden_at is null and merged_into is null group by category, grade, source_type, language, status
      union all select 'score ' || security_score, count(*)::text from registry_servers
      where hidden_at is null and merged_into is null and security_score is not null group by security_score
      union all select 'sum of ' || row(category, grade, source_type, language, status)::text,
      row(sum(servers), sum(scans), sum(critical), sum(high), sum(medium), sum(low), sum(info))::text from of_kind
      group by cube (category, grade, source_type, language, status)
        having ${isNot0(sql`sum`)}
    )
    select kind, coalesce(kept.sums, 'nothing') as kept, coalesce(counted.sums, 'nothing') as counted from kept
    full join counted using (kind) where kept.sums is distinct from counted.sums order by kind limit 100`)
  return rows.map(({ kind, kept, counted }) => `${kind}: kept ${kept}, counted ${counted}`)
}

/** Recounts the servers of each word and rank tier, which search plans use. Deletes words without servers. */
export async function countWords(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // The count runs in memory, which takes 50 MB for a million servers and about two thirds of the time that `ts_stat`
    // takes.
    await tx.execute(sql`set local work_mem = '64MB'`)
    await tx.execute(sql`
      create temporary table counted_words on commit drop as
      select word collate "C" as word, (count(*) filter (where not is_named))::int as servers,
      (count(*) filter (where is_named))::int as named
      from (select unnest(tsvector_to_array(words)) as word, false as is_named from registry_search
      union all select unnest(tsvector_to_array(name_words)), true from registry_search) had
      group by word`)
    await tx.execute(
      sql`update registry_words known set servers = counted.servers, named = counted.named from counted_words counted
        where counted.word = known.word and (known.servers, known.named) is distinct
        from (counted.servers, counted.named)`,
    )
    // Words that were not counted are set to 0 first and deleted by the next run, because a word that was added during
    // the count is missing from it.
    await tx.execute(
      sql`delete from registry_words known where servers = 0
        and not exists (select from counted_words counted where counted.word = known.word)`,
    )
    await tx.execute(
      sql`update registry_words known set servers = 0, named = 0
        where not exists (select from counted_words counted where counted.word = known.word)`,
    )
    await tx.execute(sql`delete from registry_tier_counts`)
    await tx.execute(sql`
      insert into registry_tier_counts
      select least_rank, sum(servers)
      from (select substr(mark, 2)::int as least_rank from unnest(tsvector_to_array(registry_tiers(100))) mark) tiers
      join (select rank, count(*) as servers from registry_search group by rank) ranked on rank >= least_rank
      group by 1`)
  })
}
