import postgres from 'postgres'

/** Contents of a restored database. */
export interface RecoveredState {
  /** Commit time of the last restored transaction. Undefined if none was replayed. */
  readonly lastCommitAt: Date | undefined
  /** Size of all databases, in bytes. */
  readonly bytes: number
  /** Number of rows by table, sorted by name. */
  readonly rows: Readonly<Record<string, number>>
  /** Inconsistencies, one sentence each. */
  readonly broken: readonly string[]
}

/** Statements that count invalid rows. The keys describe the error if the count is above 0. */
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
 * Session settings that disable preloaded libraries and event triggers. They are set here because database or role
 * settings would override the server's.
 */
const nothingForeign =
  '-c session_preload_libraries= -c local_preload_libraries= -c event_triggers=off -c search_path=public'

/**
 * Inspects a restored database. Reads every table completely, so damaged pages cause an error. Takes seconds per
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
