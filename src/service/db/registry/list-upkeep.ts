import { sql } from 'drizzle-orm'
import { catalogueLimits } from './catalogue-limits.ts'
import { type ServerFilter, serverSorts } from '../../../engine/model/registry-server.ts'
import type { Database } from '../client.ts'
import { markList } from './list-marks.ts'

/**
 * Deletes outdated marks and changes, and stores new marks in every large list with at most one filter. Returns the
 * number of marks.
 */
export async function renewListMarks(db: Database): Promise<number> {
  await forgetOldMarks(db)
  let marks = 0
  for (const { servers, ...filter } of await largeLists(db)) {
    for (const sort of serverSorts) {
      // Marks are stored in both directions, because pages past the middle are read from the end of the list.
      for (const order of ['asc', 'desc'] as const)
        marks += await markList(db, filter, { sort, order }, Math.ceil(servers / 2))
    }
  }
  return marks
}

/**
 * Deletes marks older than the horizon, and changes that all later snapshots include. The horizon must be older than
 * every running statement, because such a statement may still store a mark with its snapshot.
 */
async function forgetOldMarks(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const [horizon] = await tx.execute<{ xid: string }>(
      sql`select max(xid)::text as xid from registry_list_horizons
        where at < now() - ${catalogueLimits.marks.minRetentionMs} * interval '1 millisecond'`,
    )
    const ofFuture = sql`pg_snapshot_xmax(pg_current_snapshot())`
    // Rows from the future were copied with another cluster's tables.
    await tx.execute(sql`delete from registry_list_horizons where xid > ${ofFuture}`)
    await tx.execute(
      sql`delete from registry_list_marks where pg_snapshot_xmax(seen) > ${ofFuture}
        or pg_snapshot_xmin(seen) < ${horizon?.xid ?? '0'}::xid8`,
    )
    await tx.execute(
      sql`delete from registry_list_changes where xid > ${ofFuture} or xid < ${horizon?.xid ?? '0'}::xid8`,
    )
    await tx.execute(sql`delete from registry_list_horizons where xid < ${horizon?.xid ?? '0'}::xid8`)
    await tx.execute(
      sql`insert into registry_list_horizons (at, xid) values (now(), pg_snapshot_xmin(pg_current_snapshot()))
        on conflict (at) do nothing`,
    )
  })
}

/** Returns the filters of lists that have pages far from both ends, with the approximate number of servers. */
async function largeLists(db: Database): Promise<readonly (ServerFilter & { readonly servers: number })[]> {
  const rows = await db.execute<{ filter: ServerFilter; servers: number }>(sql`
    select json_strip_nulls(json_build_object('category', category, 'grade', grade, 'sourceType', source_type,
    'language', language, 'status', status)) as filter, servers from registry_tally_sums
    where num_nonnulls(category, grade, source_type, language, status) <= 1
    and servers > 2 * ${catalogueLimits.marks.rowStep} and '' not in (coalesce(grade, '-'), coalesce(language, '-'))
    order by servers desc`)
  return rows.map(({ filter, servers }) => ({ ...filter, servers }))
}
