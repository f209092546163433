import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'

const findingsOfScan = 50
/** Scans per statement. */
const batchScans = 2_000

/**
 * Writes scans with findings of typical size until the database, or the log, has grown by this number of megabytes.
 * Returns the growth.
 */
export async function fillScans(
  sql: Sql,
  { megabytes, of }: { readonly megabytes: number; readonly of: 'database' | 'log' },
): Promise<number> {
  const size = async () =>
    Number(
      (
        await sql<{ bytes: string }[]>`select (case when ${of === 'log'} then pg_current_wal_lsn() - '0/0'::pg_lsn
          else pg_database_size(current_database()) end)::text as bytes`
      )[0]?.bytes,
    )
  const account = randomUUID()
  await sql`insert into accounts (id, name, plan, webhook_secret_sealed)
    values (${account}, ${`bench ${account}`}, 'free', '')`
  const before = await size()
  let grown = 0
  while (grown < megabytes) {
    await addScans(sql, account, randomUUID())
    grown = ((await size()) - before) / 1e6
  }
  return grown
}

async function addScans(sql: Sql, account: string, batch: string): Promise<void> {
  await sql`
    insert into scans (id, account_id, status, url, target, fail_on, stage, percent, source_type, source,
    canonical_url, created_at, estimated_completion_at, completed_at)
    select 'scan_' || md5(${batch} || n), ${account}, 'completed', 'https://example.com/' || md5(${batch} || n),
    '{"type":"git"}', 'high', 'finished', 100, 'git', '{}', 'https://example.com/' || md5(${batch} || n), now(), now(),
    now()
    from generate_series(1, ${batchScans}) n`
  await sql`
    insert into findings (scan_id, ordinal, id, severity, category, state, document)
    select 'scan_' || md5(${batch} || n), ordinal, md5(${batch} || n || ' ' || ordinal), 'high', 'code', 'new',
    jsonb_build_object(
      'ruleId', 'rule-' || ordinal, 'title', 'What a tool is asked for reaches a command', 'message',
      'The argument "' || md5(n || 'argument' || ordinal) || '" is put into a command that a shell reads.',
      'location', jsonb_build_object('path', 'src/' || md5(n || 'path' || ordinal) || '.ts', 'startLine', n, 'snippet',
      repeat(md5(n || 'snippet' || ordinal) || ' ', 6)),
      'fingerprint', md5(${batch} || n || ordinal) || md5(n || 'fingerprint' || ordinal))
    from generate_series(1, ${batchScans}) n, generate_series(1, ${findingsOfScan}) ordinal`
}
