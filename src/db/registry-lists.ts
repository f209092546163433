import { type SQL, sql } from 'drizzle-orm'
import type { ServerFilter, ServerOrder, ServerPage } from '../model/registry-server.ts'
import type { Database } from './client.ts'
import { partsOfList } from './registry-list-parts.ts'

/** What orders the servers, in the words of the indexes. */
export const orderColumns = { name: 'name_order', score: 'score_order', created: 'created_at' } as const

const filterColumns = { category: 'category', grade: 'grade', sourceType: 'source_type', language: 'language', status: 'status' } as const

/** What filters servers by columns of `table` that are named as in `registry_servers`; as SQL that can stand in a WHERE. */
export function whereFiltered(table: SQL, filter: ServerFilter): SQL {
  const conditions = Object.entries(filterColumns).flatMap(([name, column]) => {
    const value = filter[name as keyof ServerFilter]
    return value === undefined ? [] : [sql`${table}.${sql.raw(column)} = ${value}`]
  })
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** How many servers everybody may see pass a filter, from the counts that are kept: exact at any moment. What is folded stands in one row. */
export function countFiltered(filter: ServerFilter): SQL {
  const folded = Object.entries(filterColumns).map(([name, column]) => {
    const value = filter[name as keyof ServerFilter]
    return value === undefined ? sql.raw(`folded.${column} is null`) : sql`folded.${sql.raw(column)} = ${value}`
  })
  return sql`(coalesce((select servers from registry_tally_sums folded where ${sql.join(folded, sql` and `)}), 0) + (select coalesce(sum(servers), 0)::int from registry_tallies fresh where ${whereFiltered(sql`fresh`, filter)}))`
}

/**
 * A page of servers, and how many there are. The ids of a page come from indexes alone; past the middle of a list they are
 * walked to from its end.
 */
export async function listServerIds(db: Database, filter: ServerFilter, order: ServerOrder, page: { readonly limit: number; readonly offset: number }): Promise<ServerPage> {
  const total = await countServers(db, filter)
  if (page.offset >= total) return { ids: [], total }
  const isBeyondMiddle = page.offset > total / 2
  const rows = await db.execute<{ id: string }>(isBeyondMiddle ? pageFromEnd(filter, order, page) : pageFromBegin(filter, order, page))
  const ids = rows.map(({ id }) => id)
  return { ids: isBeyondMiddle ? ids.toReversed() : ids, total }
}

/** The statement that reads a page. */
export function pageFromBegin(filter: ServerFilter, order: ServerOrder, { limit, offset }: { readonly limit: number; readonly offset: number }): SQL {
  return sql`${merged(filter, order, sql`${limit + offset}`)} limit ${limit} offset ${offset}`
}

/** The same in the other direction, for what is past the middle: its rows come last first. Counted in the same statement, as another count would shift the page. */
export function pageFromEnd(filter: ServerFilter, { sort, order }: ServerOrder, { limit, offset }: { readonly limit: number; readonly offset: number }): SQL {
  const left = sql`(select greatest(total - ${offset}, 0) from counted)`
  return sql`
    with counted as materialized (select ${countFiltered(filter)} as total)
    ${merged(filter, { sort, order: order === 'asc' ? 'desc' : 'asc' }, left)} limit least(${limit}, ${left}) offset greatest(${left} - ${limit}, 0)`
}

/** The servers of a list in their order, as it is merged from its parts; of none more than `most`. */
function merged(filter: ServerFilter, { sort, order }: ServerOrder, most: SQL): SQL {
  const place = sql.raw(`listed.${orderColumns[sort]}`)
  const direction = sql.raw(order)
  const parts = partsOfList(filter, sort).map((part) => sql`select listed.id, ${place} as place from registry_servers listed where listed.hidden_at is null and listed.merged_into is null and ${part} order by ${place} ${direction}, listed.id ${direction}`)
  if (parts.length === 1) return sql`${parts[0]}`
  return sql`select id from (${sql.join(parts.map((part) => sql`(${part} limit ${most})`), sql` union all `)}) parts order by place ${direction}, id ${direction}`
}

async function countServers(db: Database, filter: ServerFilter): Promise<number> {
  const [row] = await db.execute<{ total: number }>(sql`select ${countFiltered(filter)} as total`)
  return row?.total ?? 0
}
