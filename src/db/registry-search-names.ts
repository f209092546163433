import { type SQL, sql } from 'drizzle-orm'
import { limits } from '../model/limits.ts'
import type { Database } from './client.ts'
import { whereFiltered } from './registry-lists.ts'
import type { Asked, RankedRow } from './registry-search-plan.ts'
import type { SearchTerms } from './registry-search-terms.ts'

/** Both are in an index with what orders the servers, so that nothing else is read. */
const keyColumns = [sql`name_key`, sql`bare_key`]

interface NameMatch extends RankedRow {
  readonly isWhole: boolean
}

/** Names that are what was typed or begin so, whole ones first; undefined where more do than it pays to gather. */
export async function gatherNames(db: Database, { terms, filter, wanted }: Asked): Promise<readonly NameMatch[] | undefined> {
  const most = limits.catalogue.gatheredNames
  const passes = whereFiltered(sql`searched`, filter)
  const each = terms.keys.flatMap((key) => keyColumns.map((column) => sql`(select server_id as id, rank, ${column} in (${keysOf(terms)}) as is_whole from registry_search searched where ${beginsWith(column, key)} and ${passes} limit ${most + 1})`))
  const [row] = await db.execute<{ read: number; names: readonly NameMatch[] }>(sql`
    with matched as materialized (${sql.join(each, sql` union all `)}), counted as materialized (select count(*)::int as read from matched)
    select (select read from counted) as read, (select coalesce(json_agg(name), '[]') from (
      select id, max(rank) as rank, bool_or(is_whole) as "isWhole" from matched where (select read from counted) <= ${most} group by id order by 3 desc, 2 desc, 1 limit ${wanted}
    ) name) as names`)
  return row && row.read > most ? undefined : (row?.names ?? [])
}

/** Names that are what was typed, the first in rank. */
export async function bestWholeNames(db: Database, { terms, filter }: Asked, most: number): Promise<readonly RankedRow[]> {
  const each = terms.keys.flatMap((key) => keyColumns.map((column) => sql`(select server_id as id, rank from registry_search searched where ${column} = ${key} and ${whereFiltered(sql`searched`, filter)} order by rank desc, server_id limit ${most})`))
  return db.execute<{ id: string; rank: number }>(sql`select distinct id, rank from (${sql.join(each, sql` union all `)}) named order by rank desc, id limit ${most}`)
}

/** Names that begin as was typed, the first in rank. `is true` keeps the planner from the index of the names. */
export async function bestBeginnings(db: Database, { terms, filter }: Asked, most: number): Promise<readonly RankedRow[]> {
  return db.execute<{ id: string; rank: number }>(sql`select server_id as id, rank from registry_search searched where ${begins(terms)} is true and ${whereFiltered(sql`searched`, filter)} order by rank desc, server_id limit ${most}`)
}

export function isNamed(terms: SearchTerms): SQL {
  return sql`(${sql.join(keyColumns.map((column) => sql`${column} in (${keysOf(terms)})`), sql` or `)})`
}

export function begins({ keys }: SearchTerms): SQL {
  return sql`(${sql.join(keys.flatMap((key) => keyColumns.map((column) => sql`(${beginsWith(column, key)})`)), sql` or `)})`
}

const beginsWith = (column: SQL, key: string): SQL => sql`${column} >= ${key} and ${column} < ${key} || chr(1114111)`

const keysOf = ({ keys }: SearchTerms): SQL => sql.join(keys.map((key) => sql`${key}`), sql`, `)
