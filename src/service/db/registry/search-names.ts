import { type SQL, sql } from 'drizzle-orm'
import { catalogueLimits } from './catalogue-limits.ts'
import type { Database } from '../client.ts'
import { whereFiltered } from './list-filter.ts'
import type { Asked, RankedRow } from './search-plan.ts'
import type { SearchTerms } from './search-terms.ts'

/** Name columns. An index contains both of them and the sort columns, so that no table row is read. */
const keyColumns = [sql`name_key`, sql`bare_key`]

interface NameMatch extends RankedRow {
  readonly isWhole: boolean
}

/**
 * Returns names that equal the search text or start with it, exact matches first. First reads names with a rank of 60
 * or more, from the `registry_search_top_…` indexes, and others only if these are too few. Returns undefined if there
 * are too many to read.
 */
export async function gatherNames(
  db: Database,
  { terms, filter, wanted }: Asked,
): Promise<readonly NameMatch[] | undefined> {
  const { maxGatheredNames: gatheredNames, maxGatheredTopNames: gatheredTopNames } = catalogueLimits
  const passes = whereFiltered(sql`searched`, filter)
  const gathered = (more: SQL, most: number) =>
    ofEachKey(terms, (column) => sql`${beginsWith(column, sql`typed.key`)} and ${passes} and ${more} limit ${most + 1}`)
  const [row] = await db.execute<{ gathered: boolean; names: readonly NameMatch[] }>(sql`
    with whole as materialized (${wholeNames({ terms, filter }, wanted)}),
    top as materialized (${gathered(sql.raw('rank >= 60'), gatheredTopNames)}),
    found as materialized (select count(*) as read, count(distinct id) as servers from top),
    others as materialized (${gathered(
      sql`(select read <= ${gatheredTopNames} and servers < ${wanted}
      from found)`,
      gatheredNames,
    )}),
    way as materialized (select (select read from found) <= ${gatheredTopNames}
    and (select count(*) from others) <= ${gatheredNames} as gathered)
    select gathered, (select coalesce(json_agg(name), '[]') from (
      select id, max(rank) as rank, bool_or(is_whole) as "isWhole" from (
        select id, rank, true as is_whole from whole union all select id, rank, false from top
        union all select id, rank, false from others
      ) named where gathered group by id order by 3 desc, 2 desc, 1 limit ${wanted}
    ) name) as names from way`)
  return row?.gathered ? row.names : undefined
}

/** Returns names that equal the search text, highest rank first. */
export async function bestWholeNames(db: Database, asked: Asked, most: number): Promise<readonly RankedRow[]> {
  return db.execute<{ id: string; rank: number }>(
    sql`select distinct id, rank from (${wholeNames(asked, most)}) named order by rank desc, id limit ${most}`,
  )
}

function wholeNames({ terms, filter }: Pick<Asked, 'terms' | 'filter'>, most: number): SQL {
  return ofEachKey(
    terms,
    (column) =>
      sql`${column} = typed.key and ${whereFiltered(sql`searched`, filter)} order by rank desc, server_id
        limit ${most}`,
  )
}

/**
 * Selects the matches of each key in both columns. Planned once for all keys, because a misspelled word can have many.
 */
function ofEachKey({ keys }: SearchTerms, found: (column: SQL) => SQL): SQL {
  const typed = sql.join(
    keys.map((key) => sql`(${key}::text)`),
    sql`, `,
  )
  return sql.join(
    keyColumns.map(
      (column) =>
        sql`select found.id, found.rank from (values ${typed}) typed(key), lateral (select server_id as id, rank
          from registry_search searched where ${found(column)}) found`,
    ),
    sql` union all `,
  )
}

/**
 * Returns names that start with the search text, highest rank first. `is true` prevents the planner from using the name
 * index.
 */
export async function bestBeginnings(
  db: Database,
  { terms, filter }: Asked,
  most: number,
): Promise<readonly RankedRow[]> {
  return db.execute<{ id: string; rank: number }>(
    sql`select server_id as id, rank from registry_search searched
      where ${begins(terms)} is true and ${whereFiltered(sql`searched`, filter)} order by rank desc, server_id
      limit ${most}`,
  )
}

export function isNamed(terms: SearchTerms): SQL {
  return sql`(${sql.join(
    keyColumns.map((column) => sql`${column} in (${keysOf(terms)})`),
    sql` or `,
  )})`
}

export function begins({ keys }: SearchTerms): SQL {
  return sql`(${sql.join(
    keys.flatMap((key) => keyColumns.map((column) => sql`(${beginsWith(column, sql`${key}`)})`)),
    sql` or `,
  )})`
}

const beginsWith = (column: SQL, key: SQL): SQL => sql`${column} >= ${key} and ${column} < ${key} || chr(1114111)`

const keysOf = ({ keys }: SearchTerms): SQL =>
  sql.join(
    keys.map((key) => sql`${key}`),
    sql`, `,
  )
