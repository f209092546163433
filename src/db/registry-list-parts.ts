import { type SQL, sql } from 'drizzle-orm'
import { type ServerFilter, type ServerSort, ServerSourceType } from '../model/registry-server.ts'
import { gradeThresholds } from '../model/score.ts'

/**
 * The parts that a list is merged from: for each a condition on `listed`, written so that its servers lie in their order in one
 * index (`registry_list_…`), whatever is filtered by. Where indexes go by kind of source and none is asked for, each kind is a part: 3 at
 * most, which costs a deep page half as much again as one does. Servers that are not active have indexes of their own, in which what else is filtered by is passed over.
 */
export function partsOfList(filter: ServerFilter, sort: ServerSort): readonly SQL[] {
  const { category, language, grade, sourceType, status } = filter
  const conditions = [
    ...(category === undefined ? [] : [sql`listed.category = ${category}`]),
    ...(language === undefined ? [] : [sql`listed.language = ${language}`]),
    ...(status === undefined ? [] : [sql`listed.status = ${status}`]),
  ]
  if (status !== undefined && status !== 'active') {
    // The words of an index that has only those: the planner does not see that another status follows from this one.
    const others = [...(grade === undefined ? [] : [sql`listed.grade = ${grade}`]), ...(sourceType === undefined ? [] : [sql`listed.source_type = ${sourceType}`])]
    return [all([...conditions, sql`listed.status <> 'active'`, ...others])]
  }
  if (sort === 'score') {
    // A grade stands for scores, and its servers lie next to each other in their order.
    const scores = scoresOf(filter)
    if (sourceType === undefined && category === undefined && language === undefined) return [all([...conditions, ...scores])]
    return sourcesOf(filter).map((source) => all([...conditions, source, ...scores]))
  }
  const isOfAll = category === undefined && language === undefined && sourceType === undefined
  if (grade === undefined) return isOfAll ? [all(conditions)] : sourcesOf(filter).map((source) => all([...conditions, source]))
  // As the indexes have it, where no grade is the empty text.
  return sourcesOf(filter).map((source) => all([...conditions, sql`coalesce(listed.grade, '') = ${grade}`, source]))
}

const all = (conditions: readonly SQL[]): SQL => (conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `))

function sourcesOf({ sourceType }: ServerFilter): readonly SQL[] {
  if (sourceType !== undefined) return [sql`listed.source_type = ${sourceType}`]
  return ServerSourceType.options.map((type) => sql`listed.source_type = ${sql.raw(`'${type}'`)}`)
}

function scoresOf({ grade }: ServerFilter): readonly SQL[] {
  const place = gradeThresholds.findIndex(([letter]) => letter === grade)
  const [, least] = gradeThresholds[place] ?? []
  return least === undefined ? [] : [sql`listed.score_order between ${least} and ${(gradeThresholds[place - 1]?.[1] ?? 101) - 1}`]
}
