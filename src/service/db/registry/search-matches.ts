import { type SQL, sql } from 'drizzle-orm'
import { catalogueLimits } from './catalogue-limits.ts'
import type { Database } from '../client.ts'
import { whereFiltered } from './list-filter.ts'
import { type Asked, isFew, type RankedRow } from './search-plan.ts'
import type { WordWays } from './search-terms.ts'

/** Words that are looked for, and where. */
export interface WordMatch {
  readonly column: 'words' | 'name_words'
  readonly query: WordWays
}

/**
 * What an index finds, among those that stand so far up in rank. Conditions of their own for the words and the rank: of
 * one query in which words stand for each other, all rows of a word are looked at, which took more than twice as long.
 */
export function matches({ column, query }: WordMatch, minRank?: number): SQL {
  const marks = minRank === undefined ? [] : [`'+${minRank}'`]
  const way = (all: readonly string[]) =>
    sql`(${sql.join(
      [...all, ...marks].map(
        (one) => sql`(searched.${sql.raw(column)} || registry_tiers(searched.rank)) @@ ${one}::tsquery`,
      ),
      sql` and `,
    )})`
  return sql`(${sql.join(query.map(way), sql` or `)})`
}

/** What stands in the row. */
export function hasWords({ column, query }: WordMatch): SQL {
  return sql`${sql.raw(column)} @@ ${query.map((all) => `(${all.join(' & ')})`).join(' | ')}::tsquery`
}

/**
 * The first in rank of those that have the words, of which there are about so many. Whichever reads fewest rows: all
 * that match are gathered; or all servers are walked through from the first on; or those that match are gathered from a
 * tier that is high enough to hold few of them, and low enough to hold as many as are looked for.
 */
export async function bestMatches(
  db: Database,
  match: WordMatch,
  expected: number,
  asked: Asked,
  most: number,
): Promise<readonly RankedRow[]> {
  const { terms, share } = asked
  let about = expected
  for (const { minRank, servers } of terms.tiers) {
    if (about <= catalogueLimits.maxGatheredRows) break
    const inTier = (about * servers) / Math.max(terms.shown, 1)
    if (inTier * share < 1.5 * most) continue
    if (isDense(about, asked, most, inTier)) break
    const rows = await gather(db, match, asked, most, minRank)
    if (rows.length >= most) return rows
    // Fewer than was thought.
    about = Math.min(about, (Math.max(rows.length, 1) * about) / (inTier * share))
  }
  return about <= catalogueLimits.maxGatheredRows || isFew(about, { ...asked, wanted: most })
    ? gather(db, match, asked, most)
    : walk(db, match, asked, most)
}

/** Whether walking meets so many after fewer rows than a tier holds of them. */
function isDense(about: number, { terms, share }: Asked, most: number, inTier: number): boolean {
  return (most * terms.shown) / Math.max(about * share, 1) < inTier
}

async function gather(
  db: Database,
  match: WordMatch,
  { filter }: Asked,
  most: number,
  minRank?: number,
): Promise<readonly RankedRow[]> {
  return db.execute<{ id: string; rank: number }>(sql`
    with matched as materialized (select server_id as id, rank from registry_search searched
    where ${matches(match, minRank)} and ${whereFiltered(sql`searched`, filter)})
    select id, rank from matched order by rank desc, id limit ${most}`)
}

/** The words as they stand in the row, so that the planner does not take their index. */
async function walk(db: Database, match: WordMatch, { filter }: Asked, most: number): Promise<readonly RankedRow[]> {
  return db.execute<{ id: string; rank: number }>(
    sql`select server_id as id, rank from registry_search searched
      where ${hasWords(match)} and ${whereFiltered(sql`searched`, filter)} order by rank desc, server_id limit ${most}`,
  )
}
