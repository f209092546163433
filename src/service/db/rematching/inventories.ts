import { sql } from 'drizzle-orm'
import type { Component, Ecosystem } from '../../../engine/model/component.ts'
import type { Distribution } from '../../../engine/model/distribution.ts'
import type { Database } from '../client.ts'

/** Reason why stored results may be outdated. */
export type RematchCause = 'advisory' | 'rules'

/** Parts of a component that advisory matching needs. */
export interface InventoryPlace {
  readonly digest: string
  readonly ecosystem: Ecosystem
  /** Name as written in the inventory. */
  readonly name: string
  readonly version: string
  readonly distribution?: Distribution
}

/** Lists inventories whose package versions were not looked up yet, with their sizes. */
export async function listInventoriesToLookUp(
  db: Database,
  limit: number,
): Promise<{ readonly digest: string; readonly size: number }[]> {
  return [
    ...(await db.execute<{ digest: string; size: number }>(
      sql`select digest, jsonb_array_length(components) as size from inventories where package_versions is null
        order by digest limit ${limit}`,
    )),
  ]
}

/** Returns the components of these inventories, in order. */
export async function listInventoryPlaces(db: Database, digests: readonly string[]): Promise<InventoryPlace[]> {
  const rows = await db.execute<Omit<InventoryPlace, 'distribution'> & { distribution: Distribution | null }>(sql`
    select digest, component->>'ecosystem' as ecosystem, component->>'name' as name, component->>'version' as version,
    component->'distribution' as distribution
    from inventories, jsonb_array_elements(components) with ordinality as item (component, ordinal)
    where digest = any(${sql.param([...digests])}::text[]) order by digest, ordinal`)
  return [...rows].map(({ distribution, ...place }) => (distribution === null ? place : { ...place, distribution }))
}

/** Stores the package version ID of each component in these inventories, or 0 for a component without one. */
export async function keepPackageVersions(
  tx: Database,
  inventories: readonly { readonly digest: string; readonly ids: readonly number[] }[],
): Promise<void> {
  if (inventories.length === 0) return
  await tx.execute(sql`
    update inventories set package_versions = row.ids::int[]
    from json_to_recordset(${JSON.stringify(
      inventories.map(({ digest, ids }) => ({ digest, ids: `{${ids.join()}}` })),
    )}::json) as row (digest text, ids text)
    where inventories.digest = row.digest`)
}

/** Records that results with this inventory must be updated. */
export async function noteInventory(tx: Database, digest: string, cause: RematchCause): Promise<void> {
  await tx.execute(sql`insert into rematch_inventories (digest, cause) values (${digest}, ${cause})`)
}

/** SQL expression that is true if results that must stay up to date use the inventory `concerned.digest`. */
export const isInUse =
  `(
  exists (select from registry_revisions revision where revision.inventory_digest = concerned.digest)
  or exists (select from scans where scans.inventory_digest = concerned.digest and ` +
  'scans.github_repository_id is not null))'

/**
 * Records each inventory in use that contains one of these package versions, in the order in which its sources were
 * created. Tables and indexes by age are in this order. Their pages are therefore read and written once, and not for
 * each of their servers: with 100,000 servers, this saves a quarter of the CPU time of PostgreSQL.
 */
export async function noteInventoriesWith(
  tx: Database,
  packageVersionIds: readonly number[],
  cause: RematchCause,
): Promise<void> {
  if (packageVersionIds.length === 0) return
  // One index lookup per ID. Otherwise, for many IDs, the planner would scan all inventories for each.
  await tx.execute(sql`
    with concerned as materialized (
      select distinct found.digest from unnest(${sql.param([...packageVersionIds])}::int[]) as changed (id)
      cross join lateral (select digest from inventories where package_versions @> array[changed.id] offset 0) found
    )
    insert into rematch_inventories (digest, cause)
    select digest, ${cause} from concerned where ${sql.raw(isInUse)}
    order by (
      select min(source.created_at) from registry_revisions revision
      join registry_sources source on source.id = revision.source_id
      where revision.inventory_digest = concerned.digest
    )`)
}

/** Lists inventories with pending updates, oldest record first. Omits the given ones. */
export async function listInventoriesNoted(
  db: Database,
  { limit, except }: { readonly limit: number; readonly except: readonly string[] },
): Promise<string[]> {
  const rows = await db.execute<{ digest: string }>(sql`
    select noted.digest from (
      select distinct on (digest) digest, number from (select digest, number from rematch_inventories
      where digest <> all(${sql.param([...except])}::text[]) order by number limit ${limit}) as first
      order by digest, number
    ) noted
    join inventories on inventories.digest = noted.digest and inventories.package_versions is not null
    order by noted.number`)
  return [...rows].map(({ digest }) => digest)
}

/** Returns all pending records of these inventories. */
export async function listNotes(
  db: Database,
  digests: readonly string[],
): Promise<{ readonly number: number; readonly digest: string; readonly cause: RematchCause }[]> {
  const rows = await db.execute<{ number: number; digest: string; cause: RematchCause }>(sql`
    select number::float8 as number, digest, cause from rematch_inventories
    where digest = any(${sql.param([...digests])}::text[])`)
  return [...rows]
}

/** Moves an inventory to the end of the queue. */
export async function noteLast(db: Database, digest: string): Promise<void> {
  await db.execute(sql`update rematch_inventories set number = default where digest = ${digest}`)
}

/**
 * Returns the inventories whose stored results are up to date with all stored advisories. Returns none unless all
 * package versions were matched by the method `matchedBy`.
 */
export async function listInventoriesInLine(
  db: Database,
  digests: readonly string[],
  matchedBy: string,
): Promise<string[]> {
  const rows = await db.execute<{ digest: string }>(sql`
    select digest from inventories
    where digest = any(${sql.param([...digests])}::text[]) and package_versions is not null
    and 0 <> all(package_versions)
      and not exists (select from rematch_inventories noted where noted.digest = inventories.digest)
      and not exists (select from touched_packages)
      and exists (select from advisory_matching where matched_by = ${matchedBy} and matched_up_to is null)`)
  return [...rows].map(({ digest }) => digest)
}

/** Deletes records by number. Later records of the same inventories stay. */
export async function forgetNotedInventories(tx: Database, numbers: readonly number[]): Promise<void> {
  await tx.execute(sql`delete from rematch_inventories where number = any(${sql.param([...numbers])}::bigint[])`)
}

/** Vulnerable component in an inventory, or a component that cannot be looked up. */
export interface FlawedComponent {
  readonly digest: string
  readonly component: Component
  /** The stored vulnerability. Null if the component has no package version. */
  readonly flaw: unknown
}

/** Returns the vulnerable components of these inventories, in order, and the components without a package version. */
export async function listFlawedComponents(db: Database, digests: readonly string[]): Promise<FlawedComponent[]> {
  const rows = await db.execute<{ digest: string; component: Component; flaw: unknown }>(sql`
    select inventory.digest, inventory.components->(place.ordinal::int - 1) as component, known.flaw
    from inventories inventory
    cross join lateral unnest(inventory.package_versions) with ordinality as place (id, ordinal)
    cross join lateral (
      select flaw, flawed.ordinal from package_flaws flawed where flawed.package_version_id = place.id
      union all select null, 0 where place.id = 0
      -- By the index: the flaws of all package versions are never read for those of a few.
      offset 0
    ) known
    where inventory.digest = any(${sql.param([...digests])}::text[])
    order by inventory.digest, place.ordinal, known.ordinal`)
  return [...rows]
}
