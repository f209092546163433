import { once } from 'node:events'
import type { DatabaseClient } from '../../../src/service/db/client.ts'
import { renewListMarks } from '../../../src/service/db/registry/list-upkeep.ts'
import { countWords, foldTallies } from '../../../src/service/db/registry/statistics-upkeep.ts'
import { madeColumns, madeServers, scansOfScanned } from './made-server.ts'

/** Rows per COPY. */
const batchRows = 20_000

type Step = (name: string) => void

/** Tables that are vacuumed and analyzed at the end. Autovacuum is off until then, because its work would be wasted. */
const filled = [
  'registry_servers',
  'registry_search',
  'registry_words',
  'registry_history',
  'registry_sources',
] as const

/**
 * Fills a new database with servers. Every sixteenth server with a score has a source and ten scans of history. Indexes
 * and triggers are dropped during the load and recreated with their data.
 */
export async function seedRegistry({ db, sql }: DatabaseClient, count: number): Promise<void> {
  const step = stepper()
  const indexes = await sql<
    { name: string; definition: string }[]
  >`select indexname as name, indexdef as definition from pg_indexes
    where (tablename = 'registry_servers' and indexname like 'registry_list_%')
    or indexname in ('registry_servers_fold', 'registry_servers_grams', 'registry_servers_method',
    'registry_sources_server') or (tablename = 'registry_search' and indexname <> 'registry_search_pkey')
    or indexname = 'registry_words_deletions'`
  for (const { name } of indexes) await sql`drop index ${sql(name)}`
  for (const table of filled)
    await sql`alter table ${sql(table)} disable trigger user, set (autovacuum_enabled = false)`
  await copyServers(sql, count, step)
  await sql`insert into registry_tallies select category, coalesce(grade, ''), source_type, language, status, count(*),
    sum(scans), sum(critical), sum(high), sum(medium), sum(low), sum(info) from registry_servers group by 1, 2, 3, 4, 5`
  await sql`insert into registry_score_tallies select security_score, count(*) from registry_servers
    where security_score is not null group by 1`
  await addScans(sql)
  for (const table of filled) await sql`alter table ${sql(table)} enable trigger user, reset (autovacuum_enabled)`
  step('sources and history')
  await inTwo(indexes, async ({ definition }) => void (await sql.unsafe(definition)))
  step(`${indexes.length} indexes`)
  await sql`analyze registry_words`
  await countWords(db)
  await foldTallies(db)
  step('words and kinds counted')
  await sql`vacuum analyze ${sql.unsafe(filled.join(', '))}, registry_tallies, registry_tally_sums,
    registry_tier_counts`
  step('vacuumed')
  // The state of a registry after ten minutes: the job has stored its marks, and no bulk load waits to be written.
  await renewListMarks(db)
  await sql`checkpoint`
  step('lists marked, everything written')
}

/** Uses both cores: the search data of the next batch is created while one is copied. */
async function copyServers(sql: DatabaseClient['sql'], count: number, step: Step): Promise<void> {
  const servers = madeServers(count)
  let copied = 0
  async function copyBatch(start: number): Promise<void> {
    const writable = await sql`copy registry_servers (${sql(madeColumns)}) from stdin`.writable()
    let lines = ''
    for (let row = start; row < Math.min(start + batchRows, count); row += 1) {
      const { value } = servers.next()
      if (value) lines += `${madeColumns.map((column) => value[column] ?? '\\N').join('\t')}\n`
    }
    writable.end(lines)
    await once(writable, 'finish')
    copied += 1
    if ((copied * batchRows) % 200_000 === 0) step(`${copied * batchRows} servers copied`)
  }
  const starts = Array.from({ length: Math.ceil(count / batchRows) }, (_, batch) => batch * batchRows)
  let copying = Promise.resolve()
  const batches = starts.map((start) => ({ start, isCopied: (copying = copying.then(() => copyBatch(start))) }))
  await inTwo(batches, async ({ start, isCopied }) => {
    await isCopied
    await sql`select registry_add_to_search(array_agg(id))
      from (select id from registry_servers where id >= ${idFrom(start)} and id < ${idFrom(start + batchRows)}) batch`
  })
  step('words of all servers')
}

async function addScans(sql: DatabaseClient['sql']): Promise<void> {
  await sql`
    insert into registry_sources (id, server_id, type, canonical_url, name, declares, current_revision)
    select gen_random_uuid(), id, source_type, 'https://packages.example/' || slug, name, '{}', version
    from registry_servers where scans > 0`
  await sql`
    insert into registry_history (server_id, number, scan_id, scanned_at, security_score, grade, vulnerabilities,
    version, cause, method)
    select id, number, 'scan_' || number, created_at + number * interval '1 day', security_score, grade,
    jsonb_build_object('critical', critical, 'high', high, 'medium', medium, 'low', low, 'info', info, 'total',
    critical + high + medium + low + info), '1.' || number || '.0', 'code', '1'
    from registry_servers, generate_series(1, ${scansOfScanned}::int) number where scans > 0`
}

/** Processes two items at a time, in order. */
async function inTwo<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    [0, 1].map(async () => {
      for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
    }),
  )
}

/** Reports progress and the elapsed time on stderr. */
function stepper(): Step {
  const startedAt = performance.now()
  return (name) =>
    void process.stderr.write(`registry: ${Math.round((performance.now() - startedAt) / 1000)} s: ${name}\n`)
}

/** IDs of generated servers start with their number. */
const idFrom = (number: number) => `${number.toString(16).padStart(8, '0')}-0000-0000-0000-000000000000`
