import { type SQL, sql } from 'drizzle-orm'
import { limits } from '../model/limits.ts'
import type { ServerFilter, ServerOrder, TotalRelation } from '../model/registry-server.ts'
import type { Database } from './client.ts'
import { orderColumns, whereFiltered } from './registry-lists.ts'
import { readSearchTerms, type SearchTerms } from './registry-search-terms.ts'

export interface Search {
  /** As typed. */
  readonly text: string
  readonly filter: ServerFilter
  /** Absent: what matches best comes first. */
  readonly order?: ServerOrder | undefined
  readonly limit: number
  readonly offset: number
}

/** A page of what a search found. */
export interface FoundServers {
  readonly found: readonly { readonly id: string; /** Over 0 to 1. */ readonly relevance: number }[]
  readonly total: number
  readonly relation: TotalRelation
}

/** How a server matches, best first: the whole name, its beginning, words of it as typed, words of it like those, words of its description. */
const [wholeName, beginning, nameWords, likeNameWords, description] = [5, 4, 3, 2, 1]

interface Match {
  readonly id: string
  readonly rank: number
  readonly class: number
}

const noMatches: FoundServers = { found: [], total: 0, relation: 'exact' }

/**
 * Servers whose name or description has every word of a text, as typed, as a beginning, or one edit away. What few match is gathered and
 * sorted whole. Of what many match, the best are met soon by walking all servers from the first in rank: that reads about as many
 * rows as are wanted over the share that matches, and the rest is not counted.
 */
export async function searchServers(db: Database, search: Search): Promise<FoundServers> {
  const terms = await readSearchTerms(db, search.text, search.filter)
  if (!terms) return noMatches
  const share = terms.filtered / Math.max(terms.shown, 1)
  const expected = terms.about.servers * share
  // Where most match, more are counted than the page needs, for about as many rows as a page of something rarer takes.
  const wanted = Math.max(search.offset + 2 * search.limit, Math.min(limits.catalogue.countedMatches, Math.floor((limits.catalogue.walkedRows * expected) / Math.max(terms.shown, 1))))
  const asked = { ...search, terms, wanted, share }
  if (isFew(terms.about.servers, asked)) return gatherAll(db, asked)
  return search.order ? walkOrder(db, asked, search.order) : walkClasses(db, asked)
}

interface Asked extends Search {
  readonly terms: SearchTerms
  /** How many matches are looked for. */
  readonly wanted: number
  /** Of the servers that pass the filter, of all. */
  readonly share: number
}

/** Whether it is cheaper to gather about so many matches than to walk until enough of them were met. */
function isFew(about: number, { terms, wanted, share }: Asked): boolean {
  return about * about * share <= wanted * terms.shown
}

async function gatherAll(db: Database, { terms, filter, order, limit, offset }: Asked): Promise<FoundServers> {
  const sorted = order
    ? sql`select id, rank, class from matched join registry_servers listed using (id) order by ${orderOf('listed', order)}`
    : sql`select id, rank, class from matched order by class desc, rank desc, id`
  const [row] = await db.execute<{ total: number; page: Match[] }>(sql`
    with matched as materialized (
      select server_id as id, rank, case when ${isNamed(terms)} then ${wholeName}::int when ${begins(terms)} then ${beginning}::int when name_words @@ ${terms.exact}::tsquery then ${nameWords}::int when name_words @@ ${terms.wide}::tsquery then ${likeNameWords}::int else ${description}::int end as class
      from registry_search searched where (words @@ ${terms.wide}::tsquery or ${begins(terms)}) and ${whereFiltered(sql`searched`, filter)}
    )
    select (select count(*)::int from matched) as total, (select coalesce(json_agg(page), '[]') from (${sorted} limit ${limit} offset ${offset}) page) as page`)
  return row ? { found: row.page.map(inPublic), total: row.total, relation: 'exact' } : noMatches
}

/** By how well they match: class after class, each from its first in rank, until enough were met. */
async function walkClasses(db: Database, asked: Asked): Promise<FoundServers> {
  const { terms, wanted, offset, limit } = asked
  const matches = new Map<string, Match>()
  let isAll = true
  const take = async (kind: number, where: SQL, about: number) => {
    if (matches.size >= wanted) return void (isAll = false)
    const most = wanted + matches.size
    const rows = isFew(about, asked) ? await gather(db, where, asked, most) : await walk(db, where, asked, most)
    for (const row of rows) if (!matches.has(row.id)) matches.set(row.id, { ...row, class: kind })
    if (rows.length === most) isAll = false
  }
  const names = await gatherNames(db, asked)
  for (const match of names ?? []) matches.set(match.id, match)
  if (names?.length === wanted) isAll = false
  if (!names) {
    await take(wholeName, isNamed(terms), 0)
    await take(beginning, begins(terms), terms.shown)
  }
  await take(nameWords, sql`name_words @@ ${terms.exact}::tsquery`, terms.about.exactNames)
  if (terms.wide !== terms.exact) await take(likeNameWords, sql`name_words @@ ${terms.wide}::tsquery`, terms.about.names)
  await take(description, sql`words @@ ${terms.wide}::tsquery`, terms.about.servers)
  return { found: [...matches.values()].slice(offset, offset + limit).map(inPublic), total: matches.size, relation: isAll ? 'exact' : 'at-least' }
}

type RankedRow = Omit<Match, 'class'>

async function gather(db: Database, where: SQL, { filter }: Asked, most: number): Promise<readonly RankedRow[]> {
  return db.execute<{ id: string; rank: number }>(sql`
    with matched as materialized (select server_id as id, rank from registry_search searched where (${where}) and ${whereFiltered(sql`searched`, filter)})
    select id, rank from matched order by rank desc, id limit ${most}`)
}

/** `is true` keeps the planner from the index of the words. */
async function walk(db: Database, where: SQL, { filter }: Asked, most: number): Promise<readonly RankedRow[]> {
  return db.execute<{ id: string; rank: number }>(sql`select server_id as id, rank from registry_search searched where (${where}) is true and ${whereFiltered(sql`searched`, filter)} order by rank desc, server_id limit ${most}`)
}

/** By another order than relevance; the matches are not told apart by class. */
async function walkOrder(db: Database, { terms, filter, wanted, offset, limit }: Asked, order: ServerOrder): Promise<FoundServers> {
  const rows = await db.execute<{ id: string; rank: number }>(sql`
    select listed.id, searched.rank from registry_servers listed join registry_search searched on searched.server_id = listed.id
    where listed.hidden_at is null and listed.merged_into is null and (searched.words @@ ${terms.wide}::tsquery) is true and ${whereFiltered(sql`listed`, filter)}
    order by ${orderOf('listed', order)} limit ${wanted}`)
  return { found: rows.slice(offset, offset + limit).map((row) => inPublic({ ...row, class: description })), total: rows.length, relation: rows.length === wanted ? 'at-least' : 'exact' }
}

/** Names that begin with what was typed, whole ones first; undefined where more do than it pays to gather. */
async function gatherNames(db: Database, { terms, filter, wanted }: Asked): Promise<readonly Match[] | undefined> {
  const most = Math.ceil(Math.sqrt(wanted * Math.max(terms.shown, 1)))
  const rows = await db.execute<{ id: string; rank: number; class: number; begin: number }>(sql`
    with matched as materialized (select server_id as id, rank, case when ${isNamed(terms)} then ${wholeName}::int else ${beginning}::int end as class from registry_search searched where ${begins(terms)} and ${whereFiltered(sql`searched`, filter)} limit ${most + 1})
    select id, rank, class, (select count(*)::int from matched) as begin from matched order by class desc, rank desc, id limit ${wanted}`)
  return (rows[0]?.begin ?? 0) > most ? undefined : rows
}

function isNamed({ keys }: SearchTerms): SQL {
  const list = sql.join(keys.map((key) => sql`${key}`), sql`, `)
  return sql`(name_key in (${list}) or bare_key in (${list}))`
}

function begins({ keys }: SearchTerms): SQL {
  return sql`(${sql.join(keys.map((key) => sql`(name_key >= ${key} and name_key < ${key} || chr(1114111)) or (bare_key >= ${key} and bare_key < ${key} || chr(1114111))`), sql` or `)})`
}

function orderOf(table: string, { sort, order }: ServerOrder): SQL {
  return sql.raw(`${table}.${orderColumns[sort]} ${order}, ${table}.id ${order}`)
}

function inPublic({ id, rank, class: kind }: Match): { readonly id: string; readonly relevance: number } {
  return { id, relevance: Math.round(((kind - 1 + Math.min(rank, 100) / 101) / wholeName) * 1_000) / 1_000 }
}
