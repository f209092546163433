import { type SQL, sql } from 'drizzle-orm'
import { catalogueLimits } from './catalogue-limits.ts'
import type { ServerFilter, ServerOrder, TotalRelation } from '../../../engine/model/registry-server.ts'
import type { Database } from '../client.ts'
import { whereFiltered } from './list-filter.ts'
import { orderColumns } from './list-parts.ts'
import { bestMatches, hasWords, matches } from './search-matches.ts'
import { bestBeginnings, bestWholeNames, begins, gatherNames, isNamed } from './search-names.ts'
import { type Asked, isFew, type Match, type RankedRow } from './search-plan.ts'
import { readSearchTerms } from './search-terms.ts'

export interface Search {
  /** Search text as typed. */
  readonly text: string
  readonly filter: ServerFilter
  /** Undefined to sort by relevance. */
  readonly order?: ServerOrder | undefined
  readonly limit: number
  readonly offset: number
}

/** A page of search results. */
export interface FoundServers {
  readonly found: readonly { readonly id: string; /** Above 0, up to 1. */ readonly relevance: number }[]
  readonly total: number
  readonly relation: TotalRelation
}

/**
 * Match classes, best first: complete name, start of the name, words as typed, similar words, words of the description.
 */
const [wholeName, beginning, nameWords, likeNameWords, description] = [5, 4, 3, 2, 1]

const noMatches: FoundServers = { found: [], total: 0, relation: 'exact' }

/**
 * Returns servers whose name or description contains every word of a text as typed, as a prefix, or within one edit. If
 * few servers match, all are gathered and sorted. If many match, the search stops after the best ones in rank order,
 * and the total is a lower bound.
 */
export async function searchServers(db: Database, search: Search): Promise<FoundServers> {
  const terms = await readSearchTerms(db, search.text, search.filter)
  if (!terms) return noMatches
  const share = terms.filtered / Math.max(terms.shown, 1)
  const expected = terms.least * share
  // If most servers match, counts more matches than the page needs, at about the cost of a rarer search.
  const wanted = Math.max(
    search.offset + 2 * search.limit,
    Math.min(
      catalogueLimits.maxCountedMatches,
      Math.floor((catalogueLimits.maxWalkedRows * expected) / Math.max(terms.shown, 1)),
    ),
  )
  const asked = { ...search, terms, wanted, share }
  if (search.order) return isFew(terms.about.servers, asked) ? gatherAll(db, asked) : walkOrder(db, asked, search.order)
  // Uses the lower estimate, `least`, because several words may occur together less often than `about` says.
  const { maxGatheredRows: gatheredRows, maxGatheredTogether: gatheredTogether } = catalogueLimits
  const most = terms.exact.some((all) => all.length > 1) ? gatheredTogether : gatheredRows
  const gathered = terms.least <= most ? await gatherAll(db, asked, 2 * most) : undefined
  return gathered ?? searchClasses(db, asked)
}

/** Returns all matches, or undefined if there are more than `most`. */
function gatherAll(db: Database, asked: Asked & Search, most: number): Promise<FoundServers | undefined>
function gatherAll(db: Database, asked: Asked & Search): Promise<FoundServers>
async function gatherAll(
  db: Database,
  { terms, filter, order, limit, offset }: Asked & Search,
  most?: number,
): Promise<FoundServers | undefined> {
  const sorted = order
    ? sql`select id, rank, class from matched join registry_servers listed using (id)
      order by ${orderOf('listed', order)}`
    : sql`select id, rank, class from matched order by class desc, rank desc, id`
  const [row] = await db.execute<{ total: number; page: Match[] }>(sql`
    with matched as materialized (
      select server_id as id, rank, case when ${isNamed(terms)} then ${wholeName}::int when ${begins(terms)}
      then ${beginning}::int when ${hasWords({ column: 'name_words', query: terms.exact })} then ${nameWords}::int
      when ${hasWords({ column: 'name_words', query: terms.wide })} then ${likeNameWords}::int else ${description}::int
      end as class
      from registry_search searched where ((${matches({ column: 'words', query: terms.wide })}) or ${begins(terms)})
      and ${whereFiltered(sql`searched`, filter)} ${most === undefined ? sql`` : sql`limit ${most + 1}`}
    )
    select (select count(*)::int from matched) as total, (select coalesce(json_agg(page), '[]')
    from (${sorted} limit ${limit} offset ${offset}) page) as page`)
  if (!row) return noMatches
  return most !== undefined && row.total > most
    ? undefined
    : { found: row.page.map(inPublic), total: row.total, relation: 'exact' }
}

/** Searches by relevance: class by class, each in rank order, until there are enough matches. */
async function searchClasses(db: Database, asked: Asked & Search): Promise<FoundServers> {
  const { terms, wanted, offset, limit } = asked
  const met = new Map<string, Match>()
  let isAll = true
  const take = async (kind: number, best: (most: number) => Promise<readonly RankedRow[]>, enough = wanted) => {
    if (met.size >= enough) return void (isAll = false)
    const most = enough + met.size
    const rows = await best(most)
    for (const row of rows) if (!met.has(row.id)) met.set(row.id, { ...row, class: kind })
    if (rows.length === most) isAll = false
  }
  const names = await gatherNames(db, asked)
  for (const { isWhole, ...row } of names ?? []) met.set(row.id, { ...row, class: isWhole ? wholeName : beginning })
  if (names?.length === wanted) isAll = false
  if (!names) {
    await take(wholeName, (most) => bestWholeNames(db, asked, most))
    // Requests no more than the page needs, because rare names take long to find.
    await take(beginning, (most) => bestBeginnings(db, asked, most), offset + 2 * limit)
  }
  await take(nameWords, (most) =>
    bestMatches(db, { column: 'name_words', query: terms.exact }, terms.about.exactNames, asked, most),
  )
  if (terms.wide.join() !== terms.exact.join())
    await take(likeNameWords, (most) =>
      bestMatches(db, { column: 'name_words', query: terms.wide }, terms.about.names, asked, most),
    )
  await take(description, (most) =>
    bestMatches(db, { column: 'words', query: terms.wide }, terms.about.servers, asked, most),
  )
  return {
    found: [...met.values()].slice(offset, offset + limit).map(inPublic),
    total: met.size,
    relation: isAll ? 'exact' : 'at-least',
  }
}

/**
 * Searches in a sort order other than relevance. Finds the same matches as `gatherAll`, because a later page may use
 * either. `is true` prevents the planner from using the indexes on words and names.
 */
async function walkOrder(
  db: Database,
  { terms, filter, wanted, offset, limit }: Asked & Search,
  order: ServerOrder,
): Promise<FoundServers> {
  const rows = await db.execute<{ id: string; rank: number }>(sql`
    select listed.id, searched.rank from registry_servers listed join registry_search searched
    on searched.server_id = listed.id
    where listed.hidden_at is null and listed.merged_into is null
    and (${hasWords({ column: 'words', query: terms.wide })} or ${begins(terms)}) is true
    and ${whereFiltered(sql`listed`, filter)}
    order by ${orderOf('listed', order)} limit ${wanted}`)
  return {
    found: rows.slice(offset, offset + limit).map((row) => inPublic({ ...row, class: description })),
    total: rows.length,
    relation: rows.length === wanted ? 'at-least' : 'exact',
  }
}

function orderOf(table: string, { sort, order }: ServerOrder): SQL {
  return sql.raw(`${table}.${orderColumns[sort]} ${order}, ${table}.id ${order}`)
}

function inPublic({ id, rank, class: kind }: Match): { readonly id: string; readonly relevance: number } {
  return { id, relevance: Math.round(((kind - 1 + Math.min(rank, 100) / 101) / wholeName) * 1_000) / 1_000 }
}
