import { sql } from 'drizzle-orm'
import { catalogueLimits } from './catalogue-limits.ts'
import { type ServerFilter, serverSorts } from '../../../engine/model/registry-server.ts'
import type { Database } from '../client.ts'
import { markList } from './list-marks.ts'

/**
 * Forgets marks and changes of lists that are too old, and leaves new marks in every large list that is filtered by one
 * thing at most. Tells how many marks.
 */
export async function renewListMarks(db: Database): Promise<number> {
  await forgetOldMarks(db)
  let marks = 0
  for (const { servers, ...filter } of await largeLists(db)) {
    for (const sort of serverSorts) {
      // Past its middle a list is read from its end.
      for (const order of ['asc', 'desc'] as const)
        marks += await markList(db, filter, { sort, order }, Math.ceil(servers / 2))
    }
  }
  return marks
}

/**
 * A mark that is older than the horizon goes, and with it changes that every snapshot since then has. The horizon lies
 * so far back that no statement under way began before it, as it may leave a mark of its own snapshot.
 */
async function forgetOldMarks(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const [horizon] = await tx.execute<{ xid: string }>(
      sql`select max(xid)::text as xid from registry_list_horizons
        where at < now() - ${catalogueLimits.marks.minRetentionMs} * interval '1 millisecond'`,
    )
    const ofFuture = sql`pg_snapshot_xmax(pg_current_snapshot())`
    // What came with a copy of another cluster's tables.
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

/**
 * Lists by what they are filtered by, with about how many servers they have: those that have pages far from both ends.
 */
async function largeLists(db: Database): Promise<readonly (ServerFilter & { readonly servers: number })[]> {
  const rows = await db.execute<{ filter: ServerFilter; servers: number }>(sql`
    select json_strip_nulls(json_build_object('category', category, 'grade', grade, 'sourceType', source_type,
    'language', language, 'status', status)) as filter, servers from registry_tally_sums
    where num_nonnulls(category, grade, source_type, language, status) <= 1
    and servers > 2 * ${catalogueLimits.marks.rowStep} and '' not in (coalesce(grade, '-'), coalesce(language, '-'))
    order by servers desc`)
  return rows.map(({ filter, servers }) => ({ ...filter, servers }))
}
