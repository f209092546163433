import { sql } from 'drizzle-orm'
import type { Component } from '../../../engine/model/component.ts'
import type { Database } from '../client.ts'

/** Package versions of a server, as far as a page lists them. */
export interface ServerComponents {
  /** Direct dependencies come first. */
  readonly components: readonly Pick<Component, 'purl' | 'name' | 'version' | 'direct' | 'dev' | 'license'>[]
  readonly total: number
  readonly direct: number
  /** Package versions with a known license. */
  readonly licensed: number
}

/** The components found by the scan of a server's score. Undefined if unknown. */
export async function findServerComponents(
  db: Database,
  serverId: string,
  most: number,
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
          'version', value->'version', 'direct', value->'direct', 'dev', value->'dev', 'license', value->'license'))
          as component
        from listed order by value->'direct' desc, place limit ${most}
      ) shown) as components`)
  return row && row.total > 0 ? row : undefined
}
