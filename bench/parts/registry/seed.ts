import { once } from 'node:events'
import type { DatabaseClient } from '../../../src/db/client.ts'
import { countWords } from '../../../src/db/registry-statistics-upkeep.ts'
import { madeColumns, madeServers } from './made-server.ts'

/** How many rows go into one COPY. */
const batchRows = 20_000

/**
 * Fills a new database with servers, and every fiftieth of them with findings and ten scans of history. Indexes and triggers of the
 * servers are taken away meanwhile and brought back, with what they keep.
 */
export async function seedRegistry({ db, sql }: DatabaseClient, count: number): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`select indexname as name, indexdef as definition from pg_indexes where indexname like 'registry_list_%' or (tablename = 'registry_search' and indexname <> 'registry_search_pkey') or indexname = 'registry_words_deletions'`
  for (const { name } of indexes) await sql`drop index ${sql(name)}`
  await sql`alter table registry_servers disable trigger user`
  await copyServers(sql, count)
  await sql`analyze registry_servers`
  // Both cores: each takes a half.
  await Promise.all([0, 1].map(async (half) => {
    for (let start = 0; start < count; start += batchRows) {
      if ((start / batchRows) % 2 !== half) continue
      await sql`select registry_add_to_search(array_agg(id)) from (select id from registry_servers where id >= ${idFrom(start)} and id < ${idFrom(start + batchRows)}) batch`
    }
  }))
  await sql`insert into registry_tallies select category, coalesce(grade, ''), source_type, language, status, count(*), 0, sum(critical), sum(high), sum(medium), sum(low), sum(info) from registry_servers group by 1, 2, 3, 4, 5`
  await sql`insert into registry_score_tallies select security_score, count(*) from registry_servers where security_score is not null group by 1`
  await sql`alter table registry_servers enable trigger user`
  await sql`set maintenance_work_mem = '512MB'`
  for (const { definition } of indexes) await sql.unsafe(definition)
  await sql`
    insert into registry_history (server_id, number, scan_id, scanned_at, security_score, grade, vulnerabilities, version, cause, method)
    select id, number, 'scan_' || number, created_at + number * interval '1 day', security_score, grade, jsonb_build_object('critical', critical, 'high', high, 'medium', medium, 'low', low, 'info', info, 'total', critical + high + medium + low + info), '1.' || number || '.0', 'code', '1'
    from registry_servers, generate_series(1, 10) number where security_score is not null and slug like '%00'`
  await sql`analyze registry_words`
  await countWords(db)
  await sql`vacuum analyze registry_servers, registry_search, registry_words, registry_history, registry_tallies`
}

async function copyServers(sql: DatabaseClient['sql'], count: number): Promise<void> {
  const servers = madeServers(count)
  for (let start = 0; start < count; start += batchRows) {
    const writable = await sql`copy registry_servers (${sql(madeColumns)}) from stdin`.writable()
    let lines = ''
    for (let row = start; row < Math.min(start + batchRows, count); row += 1) {
      const { value } = servers.next()
      if (value) lines += `${madeColumns.map((column) => value[column] ?? '\\N').join('\t')}\n`
    }
    writable.end(lines)
    await once(writable, 'finish')
  }
}

/** Ids of made servers begin with their number. */
const idFrom = (number: number) => `${number.toString(16).padStart(8, '0')}-0000-0000-0000-000000000000`
