import { type SQL, sql } from 'drizzle-orm'
import type { ServerFilter, ServerOrder, ServerPage } from '../../../engine/model/registry-server.ts'
import { catalogueLimits } from './catalogue-limits.ts'
import type { Database } from '../client.ts'
import { filterColumns, whereFiltered } from './list-filter.ts'
import { readDeepPage } from './list-marks.ts'
import { serversInOrder } from './list-parts.ts'

interface Page {
  readonly limit: number
  readonly offset: number
}

/**
 * Counts the public servers that pass a filter, from the stored counts. Always exact. Merged counts are a single row.
 */
export function countFiltered(filter: ServerFilter): SQL {
  const folded = Object.entries(filterColumns).map(([name, column]) => {
    const value = filter[name as keyof ServerFilter]
    return value === undefined ? sql.raw(`folded.${column} is null`) : sql`folded.${sql.raw(column)} = ${value}`
  })
  return sql`(coalesce((select servers from registry_tally_sums folded where ${sql.join(
    folded,
    sql`
    and `,
  )}), 0) + (select coalesce(sum(servers), 0)::int from registry_tallies fresh
    where ${whereFiltered(sql`fresh`, filter)}))`
}

/**
 * Returns a page of servers, and the total. Reads the IDs only from indexes. Pages past the middle are read from the
 * end of the list, and pages far from both ends from a mark in between.
 */
export async function listServerIds(
  db: Database,
  filter: ServerFilter,
  order: ServerOrder,
  page: Page,
): Promise<ServerPage> {
  const { total, onlyReads } = await countServers(db, filter)
  if (page.offset >= total) return { ids: [], total }
  const isBeyondMiddle = page.offset > total / 2
  const { rowStep: step } = catalogueLimits.marks
  // A standby cannot use marks, because it lacks the contents of their unlogged tables.
  const rows =
    onlyReads || (isBeyondMiddle ? total - page.offset - page.limit : page.offset) < step
      ? await db.execute<{ id: string }>(
          isBeyondMiddle ? pageFromEnd(filter, order, page) : pageFromBegin(filter, order, page),
        )
      : await readDeepPage(
          db,
          filter,
          isBeyondMiddle ? reversed(order) : order,
          isBeyondMiddle ? windowFromEnd(filter, page) : windowFromBegin(page),
        )
  const ids = rows.map(({ id }) => id)
  return { ids: isBeyondMiddle ? ids.toReversed() : ids, total }
}

export function pageFromBegin(filter: ServerFilter, order: ServerOrder, { limit, offset }: Page): SQL {
  return sql`${serversInOrder(filter, order, sql`${limit + offset}`)} limit ${limit} offset ${offset}`
}

/** Returns the statement that reads a page past the middle, from the end of the list. The rows are in reverse order. */
export function pageFromEnd(filter: ServerFilter, order: ServerOrder, page: Page): SQL {
  const [first, most] = [sql`(select first from wanted)`, sql`(select most from wanted)`]
  return sql`with wanted as materialized (${windowFromEnd(filter, page)})
    ${serversInOrder(filter, reversed(order), sql`${first} + ${most}`)} limit ${most} offset ${first}`
}

function windowFromBegin({ limit, offset }: Page): SQL {
  return sql`select ${offset}::int as first, ${limit}::int as most`
}

/**
 * Computes the position from the end. The count is part of the statement that reads the page, because a separate count
 * could shift the page.
 */
function windowFromEnd(filter: ServerFilter, { limit, offset }: Page): SQL {
  return sql`select greatest(total - ${offset} - ${limit}, 0)::int as first,
    greatest(least(${limit}, total - ${offset}), 0)::int as most
    from (select ${countFiltered(filter)} as total) counted`
}

const reversed = ({ sort, order }: ServerOrder): ServerOrder => ({ sort, order: order === 'asc' ? 'desc' : 'asc' })

async function countServers(
  db: Database,
  filter: ServerFilter,
): Promise<{ readonly total: number; readonly onlyReads: boolean }> {
  const [row] = await db.execute<{ total: number; onlyReads: boolean }>(
    sql`select ${countFiltered(filter)} as total, current_setting('transaction_read_only')::boolean as "onlyReads"`,
  )
  return row ?? { total: 0, onlyReads: false }
}
