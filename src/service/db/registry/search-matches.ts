import { type SQL, sql } from 'drizzle-orm'
import { catalogueLimits } from './catalogue-limits.ts'
import type { Database } from '../client.ts'
import { whereFiltered } from './list-filter.ts'
import { type Asked, isFew, type RankedRow } from './search-plan.ts'
import type { WordWays } from './search-terms.ts'

/** Search words, and the column to search. */
export interface WordMatch {
  readonly column: 'words' | 'name_words'
  readonly query: WordWays
}

/**
 * Condition that finds matching rows with an index, optionally with a minimum rank. Uses separate conditions for the
 * words and the rank. A single query with alternative words reads all rows of each word and took more than twice as
 * long.
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

/** Condition that checks the words of a row. */
export function hasWords({ column, query }: WordMatch): SQL {
  return sql`${sql.raw(column)} @@ ${query.map((all) => `(${all.join(' & ')})`).join(' | ')}::tsquery`
}

/**
 * Returns the highest-ranked servers with the words. `expected` is the approximate number of matches. Uses the plan
 * that reads the fewest rows: gather all matches, walk all servers in rank order, or gather the matches above a rank.
 * That rank is chosen so that few servers are above it, but enough for the request.
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
    // The estimate was too high.
    about = Math.min(about, (Math.max(rows.length, 1) * about) / (inTier * share))
  }
  return about <= catalogueLimits.maxGatheredRows || isFew(about, { ...asked, wanted: most })
    ? gather(db, match, asked, most)
    : walk(db, match, asked, most)
}

/**
 * Reports whether a walk in rank order finds `most` matches before it has read as many rows as the tier has matches.
 */
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

/**
 * Walks the servers in rank order. The condition checks the words of each row, which prevents the planner from using
 * the word index.
 */
async function walk(db: Database, match: WordMatch, { filter }: Asked, most: number): Promise<readonly RankedRow[]> {
  return db.execute<{ id: string; rank: number }>(
    sql`select server_id as id, rank from registry_search searched
      where ${hasWords(match)} and ${whereFiltered(sql`searched`, filter)} order by rank desc, server_id limit ${most}`,
  )
}
