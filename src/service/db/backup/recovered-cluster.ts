import postgres from 'postgres'

/** What a restored database has. */
export interface RecoveredState {
  /** When the last transaction was committed that is in it; undefined when none was replayed. */
  readonly lastCommitAt: Date | undefined
  /** Bytes of all databases. */
  readonly bytes: number
  /** Rows by table, sorted by name. */
  readonly rows: Readonly<Record<string, number>>
  /** What does not fit together, a sentence each. */
  readonly broken: readonly string[]
}

/** Statements that count what must not be there, and what it means if it is. */
const invariants: Readonly<Record<string, string>> = {
  'scans that have ended without saying when':
    "select count(*) from scans where status in ('completed', 'failed') and completed_at is null",
  'findings of scans that are not there':
    'select count(*) from findings where not exists (select from scans where scans.id = findings.scan_id)',
  'API keys of accounts that are not there':
    'select count(*) from api_keys where not exists (select from accounts where accounts.id = api_keys.account_id)',
  'indexes that cannot be used': 'select count(*) from pg_index where not indisvalid or not indisready',
  'foreign keys that were never checked': "select count(*) from pg_constraint where contype = 'f' and not convalidated",
}

/**
 * What is set for the database or the role in it wins over the server's own settings, and only that of the session wins
 * over it.
 */
const nothingForeign =
  '-c session_preload_libraries= -c local_preload_libraries= -c event_triggers=off -c search_path=public'

/**
 * Looks through a database that was restored: every table is read whole, so that a damaged page shows. Seconds a
 * gigabyte.
 */
export async function readRecoveredState(url: string): Promise<RecoveredState> {
  const sql = postgres(url, { max: 1, connection: { options: nothingForeign }, onnotice: () => {} })
  try {
    const [about] = await sql<
      { at: Date | null; bytes: string }[]
    >`select pg_last_xact_replay_timestamp() as at, (select sum(pg_database_size(oid)) from pg_database)::text as bytes`
    const tables = await sql<
      { schema: string; name: string }[]
    >`select schemaname as schema, tablename as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1, 2`
    const rows: Record<string, number> = {}
    for (const { schema, name } of tables) {
      const [counted] = await sql<{ count: string }[]>`select count(*)::text as count from ${sql(schema)}.${sql(name)}`
      rows[schema === 'public' ? name : `${schema}.${name}`] = Number(counted?.count ?? 0)
    }
    const broken: string[] = []
    for (const [meaning, statement] of Object.entries(invariants)) {
      const [counted] = await sql.unsafe<{ count: string }[]>(statement)
      if (Number(counted?.count ?? 0) > 0) broken.push(`There are ${counted?.count} ${meaning}.`)
    }
    return { lastCommitAt: about?.at ?? undefined, bytes: Number(about?.bytes ?? 0), rows, broken }
  } finally {
    await sql.end({ timeout: 5 })
  }
}
