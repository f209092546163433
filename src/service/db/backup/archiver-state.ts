import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'

/** What a server reports about its archived log and its base backups. */
export interface ArchiverState {
  /** True if `archive_mode` is `on` or `always`. */
  readonly isOn: boolean
  /** True if `archive_command` or `archive_library` is set. */
  readonly hasDestination: boolean
  /** Value of `archive_timeout` in seconds. 0 if segments are archived only when they are full. */
  readonly timeoutSeconds: number
  /** Time of the last archived segment. Undefined if none was archived since `since`. */
  readonly lastArchivedAt: Date | undefined
  /** Time of the last failed attempt. Undefined if none failed since `since`. */
  readonly lastFailedAt: Date | undefined
  /** Time since when the server counts. */
  readonly since: Date
  /**
   * Time when the last base backup of this server ended, by any tool that uses `pg_backup_start`. Null if no
   * backup exists, and undefined if this role cannot see it.
   */
  readonly lastBaseBackupAt: Date | null | undefined
  /** Clock of the server. */
  readonly now: Date
}

/**
 * Reads the state of the archiver. PostgreSQL keeps a history file of the last base backup in `pg_wal`, which only
 * members of `pg_monitor` and superusers can list (PostgreSQL 18, sections 25.3.3 and 9.28.10).
 */
export async function readArchiverState(db: Database): Promise<ArchiverState> {
  const [row] = await db.execute<{
    isOn: boolean
    hasDestination: boolean
    timeoutSeconds: number
    lastArchivedMs: number | null
    lastFailedMs: number | null
    sinceMs: number
    nowMs: number
    seesBackups: boolean
  }>(sql`
    select current_setting('archive_mode') <> 'off' as "isOn",
    coalesce(current_setting('archive_command', true), '') not in ('', '(disabled)')
    or coalesce(current_setting('archive_library', true), '') <> '' as "hasDestination",
    (select setting::int from pg_settings where name = 'archive_timeout') as "timeoutSeconds",
    (extract(epoch from last_archived_time) * 1000)::float8 as "lastArchivedMs",
    (extract(epoch from last_failed_time) * 1000)::float8 as "lastFailedMs",
    (extract(epoch from coalesce(stats_reset, pg_postmaster_start_time())) * 1000)::float8 as "sinceMs",
    (extract(epoch from now()) * 1000)::float8 as "nowMs",
    has_function_privilege('pg_ls_waldir()', 'execute') as "seesBackups"
    from pg_stat_archiver`)
  if (!row) throw new Error('The server reports no archiver.')
  // A separate query, because PostgreSQL checks the privilege even if a condition skips the function.
  const [base] = row.seesBackups
    ? await db.execute<{ ms: number | null }>(sql`
        select (extract(epoch from max(modification)) * 1000)::float8 as ms from pg_ls_waldir()
        where name like '%.backup'`)
    : []
  return {
    isOn: row.isOn,
    hasDestination: row.hasDestination,
    timeoutSeconds: row.timeoutSeconds,
    lastArchivedAt: dateOf(row.lastArchivedMs),
    lastFailedAt: dateOf(row.lastFailedMs),
    since: new Date(row.sinceMs),
    lastBaseBackupAt: base && (dateOf(base.ms) ?? null),
    now: new Date(row.nowMs),
  }
}

const dateOf = (ms: number | null) => (ms === null ? undefined : new Date(ms))
