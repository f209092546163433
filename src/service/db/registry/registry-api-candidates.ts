import { type SQL, sql } from 'drizzle-orm'
import { mcpRegistrySearchLimits } from './mcp-registry-search-limits.ts'
import type { Database } from '../client.ts'

const most = mcpRegistrySearchLimits.maxGatheredNames

/**
 * Selects rows by their physical position, so that no other part of the table is read. Returns undefined if too many
 * rows match. `where` is a condition on `kept`.
 */
export async function fewWith(db: Database, table: SQL, where: SQL): Promise<SQL | undefined> {
  const [row] = await db.execute<{ found: number }>(
    sql`select count(*)::int as found from (select from ${table} kept where ${where} limit ${most + 1}) found`,
  )
  return row && row.found > most
    ? undefined
    : sql`${table}.ctid = any(array(select kept.ctid from ${table} kept where ${where}))`
}

/** Selects servers that changed since a time. Returns undefined if there are too many. */
export async function fewServersSince(db: Database, since: Date): Promise<SQL | undefined> {
  const changed = await serversSince(db, since)
  return changed && sql`registry_servers.id = any(${sql.param(changed)}::uuid[])`
}

/**
 * Selects publications that changed, or whose servers changed, since a time. Returns undefined if there are too many.
 */
export async function fewPublicationsSince(db: Database, since: Date): Promise<SQL | undefined> {
  const changed = await serversSince(db, since)
  if (!changed) return undefined
  const parts = await db.execute<{ id: string }>(
    sql`select id from registry_servers where merged_into = any(${sql.param(changed)}::uuid[])`,
  )
  const servers = [...changed, ...parts.map(({ id }) => id)]
  return fewWith(
    db,
    sql`registry_publications`,
    sql`kept.ctid = any(array(
    (select ctid from registry_publications where updated_at >= ${since.toISOString()} limit ${most + 1})
    union all (select ctid from registry_publications where server_id = any(${sql.param(servers)}::uuid[])
    limit ${most + 1})))`,
  )
}

/** Returns the IDs of servers that changed since a time, or undefined if there are too many. */
async function serversSince(db: Database, since: Date): Promise<readonly string[] | undefined> {
  const rows = await db.transaction(async (tx) => {
    // Forces a bitmap scan. The index has only page summaries and no order, so the planner expects to read all pages.
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_indexscan = off`)
    await tx.execute(sql`set local enable_indexonlyscan = off`)
    return tx.execute<{ id: string }>(
      sql`select id from registry_servers where updated_at >= ${since.toISOString()} limit ${most + 1}`,
    )
  })
  return rows.length > most ? undefined : rows.map(({ id }) => id)
}
