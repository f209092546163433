import { type SQL, sql } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import { listMarksFailed } from '../metrics.ts'
import { catalogueLimits } from './catalogue-limits.ts'
import type { ServerFilter, ServerOrder } from '../../../engine/model/registry-server.ts'
import type { Database } from '../client.ts'
import { primaryOf } from '../replica/primary-of-replica.ts'
import { filterColumns, whereFiltered } from './list-filter.ts'
import { orderColumns, scoresOf, serversInOrder } from './list-parts.ts'

/** Position in a list: a server, the number of servers before it, and the snapshot in which they were counted. */
interface Mark {
  readonly rank: number
  /** The server's sort value, as text. */
  readonly place: string
  readonly id: string
  readonly seen: string
}

type DeepPage = { readonly ids: readonly string[]; readonly mark: Mark | null } & Record<string, unknown>

/**
 * Returns a page deep in a list. `wanted` selects its start (`first`) and its size (`most`). Starts at the nearest
 * earlier mark, so that clients that page through a list do not reread it from the beginning. Stores a mark if later
 * pages would otherwise walk far. The result is the same as that of a full walk: the statement adjusts the mark's rank
 * for changes since its snapshot.
 */
export async function readDeepPage(
  db: Database,
  filter: ServerFilter,
  order: ServerOrder,
  wanted: SQL,
): Promise<readonly { readonly id: string }[]> {
  const [page] = await db.execute<DeepPage>(deepPage(filter, order, wanted))
  const primary = primaryOf(db)
  if (page?.mark && primary) markOnPrimary(primary, () => readDeepPage(primary, filter, order, wanted))
  else if (page?.mark) keepMark(db, listKey(filter, order), page.mark)
  return (page?.ids ?? []).map((id) => ({ id }))
}

/** Returns the statement that reads a deep page. */
export function deepPage(filter: ServerFilter, order: ServerOrder, wanted: SQL): SQL {
  const { rowStep: step } = catalogueLimits.marks
  const { column, from } = wordsOf(filter, order)
  const walked = way(sql`first - rank + most`)
  return sql`
    with wanted as materialized (${wanted}), start as materialized (${startOf(filter, order)}),
    -- Walked by without a look: up to where a mark is left, where none stands near, else up to the page.
    way as materialized (
      select *, case when next - rank >= ${step} then next - rank else first - rank
      end as skipped, next - rank >= ${step} as is_far
      from (select first, most, place, id, rank, first / ${step} * ${step} as next from wanted, start) known
    ),
    walked as materialized (
      select id, place, row_number() over () + ${way(sql`rank + skipped - 1`)} as rank from (
        ${serversInOrder(
          filter,
          order,
          walked,
          sql`(listed.${column}, listed.id) ${from} (${way(sql`place`)},
          ${way(sql`id`)})`,
        )}
        limit greatest(${way(sql`first - rank + most - skipped`)}, 0) offset ${way(sql`skipped`)}
      ) walk
    )
    select (select coalesce(json_agg(walked.id order by walked.rank), '[]') from walked
    where walked.rank >= ${way(sql`first`)}) as ids, (
      select json_build_object('rank', walked.rank, 'place', walked.place::text, 'id', walked.id, 'seen',
      pg_current_snapshot()::text) from walked, way
      where is_far and walked.rank = next and pg_current_xact_id_if_assigned() is null
    ) as mark`
}

const way = (value: SQL): SQL => sql`(select ${value} from way)`

/** Selects the mark to start from, with its current rank. If no mark is usable, selects the start of the list. */
function startOf(filter: ServerFilter, order: ServerOrder): SQL {
  const { column, type, before, begin } = wordsOf(filter, order)
  const { maxChanges: changes } = catalogueLimits.marks
  const passes = whereFiltered(sql`changed`, filter)
  // A snapshot in the future means that the tables were copied from another cluster.
  const current = sql`pg_current_snapshot()`
  return sql`
    select * from (
      select mark.place::${type} as place, mark.id, mark.rank + moved.servers as rank
      from (select * from registry_list_marks where list = ${listKey(filter, order)}
      and rank <= (select first from wanted) order by rank desc limit 2) mark, lateral (
        select count(*) as changes, coalesce(sum(changed.servers)
        filter (where (changed.${column}, changed.id) ${before} (mark.place::${type}, mark.id) and ${passes}),
        0)::int as servers
        from (
          select * from registry_list_changes
          where xid >= pg_snapshot_xmin(mark.seen) and not pg_visible_in_snapshot(xid, mark.seen)
          and (xid < pg_snapshot_xmax(${current}) or xid = pg_current_xact_id_if_assigned()) limit ${changes + 1}
        ) changed
      ) moved
      where pg_snapshot_xmax(mark.seen) <= pg_snapshot_xmax(${current}) and moved.changes <= ${changes}
      and mark.rank + moved.servers <= (select first from wanted)
      union all select ${begin}, 0
    ) known order by rank desc limit 1`
}

/** Stores marks, which are precomputed page boundaries, for the first half of a list. Returns how many were stored. */
export async function markList(
  db: Database,
  filter: ServerFilter,
  order: ServerOrder,
  servers: number,
): Promise<number> {
  const { rowStep: step } = catalogueLimits.marks
  const rows = await db.execute(sql`
    insert into registry_list_marks (list, rank, place, id, seen)
    select ${listKey(filter, order)}, rank, place::text, id, pg_current_snapshot()
    from (select id, place, row_number() over () - 1 as rank
    from (${serversInOrder(filter, order, sql`${servers}`)} limit ${servers}) walk) walked
    where rank > 0 and rank % ${step} = 0 on conflict (list, rank) ${isReplaced} returning rank`)
  return rows.length
}

/** The write in progress. Marks are stored one at a time, so that a locked table occupies at most one connection. */
let keeping: Promise<unknown> | undefined

/** Waits until no mark is being stored. */
export async function marksSettled(): Promise<void> {
  await keeping
}

/**
 * Stores a mark in the background. If this fails, the next request for such a page stores it. Does nothing in a
 * transaction, which would wait for the write or fail with it. Skips snapshots older than every horizon, because later
 * changes may have been deleted.
 */
function keepMark(db: Database, list: string, { rank, place, id, seen }: Mark): void {
  if (keeping || db instanceof PgTransaction) return
  keeping = db
    .execute(sql`
    insert into registry_list_marks (list, rank, place, id, seen)
    select ${list}, ${rank}::int, ${place}, ${id}::uuid, mark.seen from (select ${seen}::pg_snapshot as seen) mark
    where pg_snapshot_xmin(mark.seen) >= (select min(xid) from registry_list_horizons)
    on conflict (list, rank) ${isReplaced}`)
    .catch(() => listMarksFailed.inc())
    .finally(() => (keeping = undefined))
}

/**
 * Reads the page again on the primary, which stores the mark. A replica's snapshot cannot be stored, because it does
 * not list the running transactions (PostgreSQL 18, `pg_current_snapshot` on a hot standby).
 */
function markOnPrimary(primary: Database, read: () => Promise<unknown>): void {
  if (isMarking || keeping || primary instanceof PgTransaction) return
  isMarking = true
  void read()
    .catch(() => listMarksFailed.inc())
    .finally(() => (isMarking = false))
}

let isMarking = false

const isReplaced = sql`do update set place = excluded.place, id = excluded.id, seen = excluded.seen`

/** Returns a key for a list: its filters in a fixed order, then the sort order. */
function listKey(filter: ServerFilter, { sort, order }: ServerOrder): string {
  return JSON.stringify([
    ...Object.keys(filterColumns).map((name) => filter[name as keyof ServerFilter] ?? null),
    sort,
    order,
  ])
}

/** Returns the sort column of a list, its comparison operators, and a position before the first server. */
function wordsOf(
  filter: ServerFilter,
  { sort, order }: ServerOrder,
): { readonly column: SQL; readonly type: SQL; readonly from: SQL; readonly before: SQL; readonly begin: SQL } {
  const { type, least, most } = { ...placeWords[sort], ...(sort === 'score' && scoresOf(filter)) }
  const isAscending = order === 'asc'
  return {
    column: sql.raw(orderColumns[sort]),
    type: sql.raw(type),
    from: sql.raw(isAscending ? '>=' : '<='),
    before: sql.raw(isAscending ? '<' : '>'),
    begin: sql.raw(`(${isAscending ? least : most})::${type}, '${(isAscending ? '0' : 'f').repeat(32)}'::uuid`),
  }
}

/** `name_order` contains at most 200 characters of a name, so 201 of the largest character sort after every name. */
const placeWords = {
  name: { type: 'text collate "C"', least: "''", most: 'repeat(chr(1114111), 201)' },
  score: { type: 'integer', least: -2, most: 1_000 },
  created: { type: 'timestamptz', least: "'-infinity'", most: "'infinity'" },
} as const
