import type { Sql } from 'postgres'

/** Position in the write-ahead log, in bytes from its start. */
export type LogPosition = bigint

/**
 * Returns the primary's position. Every commit that a client knows of is before it. Asynchronous commits are reported
 * before they are flushed, so with them the position also includes what is not flushed.
 */
export async function primaryPosition(sql: Sql): Promise<LogPosition> {
  const [row] = await sql.unsafe(
    `select pg_wal_lsn_diff(case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end, '0/0')::text as position`,
  )
  return BigInt(String(row?.['position']))
}

/** Returns the position up to which a replica shows changes, or undefined if the server is not a replica. */
export async function replayedPosition(sql: Sql): Promise<LogPosition | undefined> {
  const [row] = await sql.unsafe(
    `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::text as position, pg_is_in_recovery() as following`,
  )
  return row?.['following'] === true ? BigInt(String(row['position'] ?? 0)) : undefined
}

/**
 * Returns the identifier of a database cluster, which all its replicas share. Undefined if the server does not report
 * it.
 */
export async function clusterIdentifier(sql: Sql): Promise<string | undefined> {
  const [row] = await sql
    .unsafe('select system_identifier::text as identifier from pg_control_system()')
    .catch(() => [])
  return row && String(row['identifier'])
}
