import { sql } from 'drizzle-orm'
import type { Component } from '../../../engine/model/component.ts'
import type { Severity } from '../../../engine/model/severity.ts'
import type { Database } from '../client.ts'

/** Package version installed by a server. */
export interface ServerComponent extends Pick<
  Component,
  'purl' | 'name' | 'version' | 'ecosystem' | 'direct' | 'dev' | 'license'
> {
  /** Shortest dependency path from the project to the package, in steps of `name@version`. */
  readonly path?: readonly string[]
}

/** One page of a server's package versions, with totals. */
export interface ServerComponents {
  /** Package versions of this page, direct dependencies first. */
  readonly components: readonly ServerComponent[]
  readonly total: number
  readonly direct: number
  /** Number of package versions with a known license. */
  readonly licensed: number
}

/** Returns the components found by the scan that determined the server's score, or undefined if they are unknown. */
export async function findServerComponents(
  db: Database,
  serverId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ServerComponents | undefined> {
  const [row] = await db.execute<ServerComponents & Record<string, unknown>>(sql`
    with listed as materialized (
      select component.value as value, component.ordinality as place
      from registry_servers server
      join registry_revisions revision on revision.scan_id = server.scan_id
      join registry_sources source on source.id = revision.source_id and source.server_id = server.id
      join inventories inventory on inventory.digest = revision.inventory_digest
      cross join lateral jsonb_array_elements(inventory.components) with ordinality component
      where server.id = ${serverId}
    )
    select (select count(*)::int from listed) as total, (select count(*)::int from listed
    where value->'direct' = 'true'::jsonb) as direct,
      (select count(*)::int from listed where value ? 'license') as licensed,
      (select coalesce(jsonb_agg(shown.component), '[]') from (
        select jsonb_strip_nulls(jsonb_build_object('purl', value->'purl', 'name', value->'name',
          'version', value->'version', 'ecosystem', value->'ecosystem', 'direct', value->'direct',
          'dev', value->'dev', 'license', value->'license', 'path', value#>'{introducedBy,0,path}')) as component
        from listed order by value->'direct' desc, place limit ${limit} offset ${offset}
      ) shown) as components`)
  return row && row.total > 0 ? row : undefined
}

/** A server's open findings in one package version. */
export interface ComponentFindings {
  readonly purl: string
  readonly severity: Severity
  readonly count: number
}

/** Counts a server's open findings in each of these package versions, by severity. */
export async function countComponentFindings(
  db: Database,
  serverId: string,
  purls: readonly string[],
): Promise<ComponentFindings[]> {
  if (purls.length === 0) return []
  return [
    ...(await db.execute<ComponentFindings & Record<string, unknown>>(sql`
      select document#>>'{component,purl}' as purl, severity, count(*)::int as count from registry_findings
      where server_id = ${serverId} and document#>>'{component,purl}' = any(${sql.param([...purls])}::text[])
      group by 1, 2`)),
  ]
}
