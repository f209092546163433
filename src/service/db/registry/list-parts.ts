import { type SQL, sql } from 'drizzle-orm'
import {
  type ServerFilter,
  type ServerOrder,
  type ServerSort,
  ServerSourceType,
} from '../../../engine/model/registry-server.ts'
import { gradeThresholds } from '../../../engine/model/score.ts'

/** Sort columns, as defined in the indexes. */
export const orderColumns = { name: 'name_order', score: 'score_order', created: 'created_at' } as const

/**
 * Selects the IDs of a list's servers in order, with the sort value as `place`. Merges the parts of the list, with at
 * most `most` servers per part. `from` is a condition on `listed` that selects the position where a list starts; the
 * whole list by default.
 */
export function serversInOrder(filter: ServerFilter, { sort, order }: ServerOrder, most: SQL, from?: SQL): SQL {
  const place = sql.raw(`listed.${orderColumns[sort]}`)
  const direction = sql.raw(order)
  const scores = scoresBetween(filter, from && order)
  const parts = partsOfList(filter, sort, scores).map(
    (part) =>
      sql`select listed.id, ${place} as place from registry_servers listed
        where listed.hidden_at is null and listed.merged_into is null and ${part} and ${from ?? sql`true`}
        order by ${place} ${direction}, listed.id ${direction}`,
  )
  if (parts.length === 1) return sql`${parts[0]}`
  return sql`select id, place from (${sql.join(
    parts.map((part) => sql`(${part} limit ${most})`),
    sql` union all `,
  )}) parts order by place ${direction}, id ${direction}`
}

/**
 * Returns the parts from which a list is merged. Each part is a condition on `listed`. For any filter, one index
 * (`registry_list_…`) contains a part's servers in order. If the indexes are by source type and the filter has none,
 * each of the 3 types is a part. A deep page then takes half as long again as with one part. Servers that are not
 * active have their own indexes; their other filters are applied during the read.
 */
function partsOfList(filter: ServerFilter, sort: ServerSort, scores: readonly SQL[]): readonly SQL[] {
  const { category, language, grade, sourceType, status } = filter
  const conditions = [
    ...(category === undefined ? [] : [sql`listed.category = ${category}`]),
    ...(language === undefined ? [] : [sql`listed.language = ${language}`]),
    ...(status === undefined ? [] : [sql`listed.status = ${status}`]),
  ]
  if (status !== undefined && status !== 'active') {
    // Repeats the predicate of the index, because the planner does not infer it from another status.
    const others = [
      ...(grade === undefined ? [] : [sql`listed.grade = ${grade}`]),
      ...(sourceType === undefined ? [] : [sql`listed.source_type = ${sourceType}`]),
    ]
    return [all([...conditions, sql`listed.status <> 'active'`, ...others])]
  }
  if (sort === 'score') {
    // A grade is a range of scores, so its servers are adjacent in score order.
    if (sourceType === undefined && category === undefined && language === undefined)
      return [all([...conditions, ...scores])]
    return sourcesOf(filter).map((source) => all([...conditions, source, ...scores]))
  }
  const isOfAll = category === undefined && language === undefined && sourceType === undefined
  if (grade === undefined)
    return isOfAll ? [all(conditions)] : sourcesOf(filter).map((source) => all([...conditions, source]))
  // The indexes store a missing grade as empty text.
  return sourcesOf(filter).map((source) => all([...conditions, sql`coalesce(listed.grade, '') = ${grade}`, source]))
}

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)

function sourcesOf({ sourceType }: ServerFilter): readonly SQL[] {
  if (sourceType !== undefined) return [sql`listed.source_type = ${sourceType}`]
  return ServerSourceType.options.map((type) => sql`listed.source_type = ${sql.raw(`'${type}'`)}`)
}

/** Returns the score range of the requested grade, or undefined if the filter has no grade. */
export function scoresOf({ grade }: ServerFilter): { readonly least: number; readonly most: number } | undefined {
  const place = gradeThresholds.findIndex(([letter]) => letter === grade)
  const [, least] = gradeThresholds[place] ?? []
  return least === undefined ? undefined : { least, most: (gradeThresholds[place - 1]?.[1] ?? 101) - 1 }
}

/**
 * Returns the conditions on the score. If a list is read from a position, the lower end is omitted, because the
 * position implies it. Otherwise PostgreSQL 18 would start the index scan at that end and skip everything up to the
 * position.
 */
function scoresBetween(filter: ServerFilter, from: ServerOrder['order'] | undefined): readonly SQL[] {
  const scores = scoresOf(filter)
  if (!scores) return []
  return [
    ...(from === 'asc' ? [] : [sql`listed.score_order >= ${scores.least}`]),
    ...(from === 'desc' ? [] : [sql`listed.score_order <= ${scores.most}`]),
  ]
}
