import { type SQL, sql } from 'drizzle-orm'
import {
  type ServerFilter,
  type ServerOrder,
  type ServerSort,
  ServerSourceType,
} from '../../../engine/model/registry-server.ts'
import { gradeThresholds } from '../../../engine/model/score.ts'

/** What orders the servers, in the words of the indexes. */
export const orderColumns = { name: 'name_order', score: 'score_order', created: 'created_at' } as const

/**
 * Ids of the servers of a list in their order, with what orders them as `place`, merged from its parts: of none more
 * than `most`, and only those of which `from` holds, a condition on `listed` that the list begins somewhere in it.
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
 * The parts that a list is merged from: for each a condition on `listed`, written so that its servers lie in their
 * order in one index (`registry_list_…`), whatever is filtered by. Where indexes go by kind of source and none is asked
 * for, each kind is a part: 3 at most, which costs a deep page half as much again as one does. Servers that are not
 * active have indexes of their own, in which what else is filtered by is passed over.
 */
function partsOfList(filter: ServerFilter, sort: ServerSort, scores: readonly SQL[]): readonly SQL[] {
  const { category, language, grade, sourceType, status } = filter
  const conditions = [
    ...(category === undefined ? [] : [sql`listed.category = ${category}`]),
    ...(language === undefined ? [] : [sql`listed.language = ${language}`]),
    ...(status === undefined ? [] : [sql`listed.status = ${status}`]),
  ]
  if (status !== undefined && status !== 'active') {
    // The words of an index that has only those: the planner does not see that another status follows from this one.
    const others = [
      ...(grade === undefined ? [] : [sql`listed.grade = ${grade}`]),
      ...(sourceType === undefined ? [] : [sql`listed.source_type = ${sourceType}`]),
    ]
    return [all([...conditions, sql`listed.status <> 'active'`, ...others])]
  }
  if (sort === 'score') {
    // A grade stands for scores, and its servers lie next to each other in their order.
    if (sourceType === undefined && category === undefined && language === undefined)
      return [all([...conditions, ...scores])]
    return sourcesOf(filter).map((source) => all([...conditions, source, ...scores]))
  }
  const isOfAll = category === undefined && language === undefined && sourceType === undefined
  if (grade === undefined)
    return isOfAll ? [all(conditions)] : sourcesOf(filter).map((source) => all([...conditions, source]))
  // As the indexes have it, where no grade is the empty text.
  return sourcesOf(filter).map((source) => all([...conditions, sql`coalesce(listed.grade, '') = ${grade}`, source]))
}

const all = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)

function sourcesOf({ sourceType }: ServerFilter): readonly SQL[] {
  if (sourceType !== undefined) return [sql`listed.source_type = ${sourceType}`]
  return ServerSourceType.options.map((type) => sql`listed.source_type = ${sql.raw(`'${type}'`)}`)
}

/** The scores that stand for the grade that is asked for; undefined where none is. */
export function scoresOf({ grade }: ServerFilter): { readonly least: number; readonly most: number } | undefined {
  const place = gradeThresholds.findIndex(([letter]) => letter === grade)
  const [, least] = gradeThresholds[place] ?? []
  return least === undefined ? undefined : { least, most: (gradeThresholds[place - 1]?.[1] ?? 101) - 1 }
}

/**
 * Of a list that is read from somewhere, the scores with which it begins are left out: they follow from there, and
 * PostgreSQL 18 would begin to read an index at them, and pass over all up to there.
 */
function scoresBetween(filter: ServerFilter, from: ServerOrder['order'] | undefined): readonly SQL[] {
  const scores = scoresOf(filter)
  if (!scores) return []
  return [
    ...(from === 'asc' ? [] : [sql`listed.score_order >= ${scores.least}`]),
    ...(from === 'desc' ? [] : [sql`listed.score_order <= ${scores.most}`]),
  ]
}
