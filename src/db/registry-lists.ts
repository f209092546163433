import { type SQL, sql } from 'drizzle-orm'
import type { ServerFilter, ServerOrder, ServerPage } from '../model/registry-server.ts'
import { gradeThresholds } from '../model/score.ts'
import type { Database } from './client.ts'

/** What orders the servers, in the words of the indexes. */
export const orderColumns = { name: 'name_order', score: 'score_order', created: 'created_at' } as const

const filterColumns = { category: 'category', grade: 'grade', sourceType: 'source_type', language: 'language', status: 'status' } as const

/** What filters servers by columns of `table` that are named as in `registry_servers`; as SQL that can stand in a WHERE. */
export function whereFiltered(table: SQL, filter: ServerFilter): SQL {
  const conditions = Object.entries(filterColumns).flatMap(([name, column]) => {
    const value = filter[name as keyof ServerFilter]
    return value === undefined ? [] : [sql`${table}.${sql.raw(column)} = ${value}`]
  })
  // The words of an index that has only those: the planner does not see that another status follows from this one.
  if (filter.status !== undefined && filter.status !== 'active') conditions.push(sql`${table}.status <> 'active'`)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

/** How many servers everybody may see pass a filter, from the counts that are kept: exact at any moment. */
export function countFiltered(filter: ServerFilter): SQL {
  return sql`(select coalesce(sum(servers), 0)::int from registry_tallies counted where ${whereFiltered(sql`counted`, filter)})`
}

/**
 * A page of servers, and how many there are. The ids of a page come from an index alone; past the middle of a list they are
 * walked to from its end.
 */
export async function listServerIds(db: Database, filter: ServerFilter, order: ServerOrder, page: { readonly limit: number; readonly offset: number }): Promise<ServerPage> {
  const total = await countServers(db, filter)
  if (page.offset >= total) return { ids: [], total }
  const isBeyondMiddle = page.offset > total / 2
  const column = sql.raw(`listed.${orderColumns[order.sort]}`)
  const direction = sql.raw((order.order === 'desc') === isBeyondMiddle ? 'asc' : 'desc')
  // From the end: counted in the same statement, as another count would shift the page.
  const counted = countFiltered(filter)
  const window = isBeyondMiddle
    ? sql`limit least(${page.limit}, greatest(${counted} - ${page.offset}, 0)) offset greatest(${counted} - ${page.offset} - ${page.limit}, 0)`
    : sql`limit ${page.limit} offset ${page.offset}`
  const rows = await db.execute<{ id: string }>(sql`select listed.id from registry_servers listed where listed.hidden_at is null and listed.merged_into is null and ${whereFiltered(sql`listed`, filter)} and ${order.sort === 'score' ? scoresOf(filter) : sql`true`} order by ${column} ${direction}, listed.id ${direction} ${window}`)
  const ids = rows.map(({ id }) => id)
  return { ids: isBeyondMiddle ? ids.toReversed() : ids, total }
}

/** The scores that a grade stands for: where they are the order, its servers lie next to each other in the index. Another index does not have them. */
function scoresOf({ grade }: ServerFilter): SQL {
  const place = gradeThresholds.findIndex(([letter]) => letter === grade)
  const [, least] = gradeThresholds[place] ?? []
  if (least === undefined) return sql`true`
  return sql`listed.score_order between ${least} and ${(gradeThresholds[place - 1]?.[1] ?? 101) - 1}`
}

async function countServers(db: Database, filter: ServerFilter): Promise<number> {
  const [row] = await db.execute<{ total: number }>(sql`select ${countFiltered(filter)} as total`)
  return row?.total ?? 0
}
