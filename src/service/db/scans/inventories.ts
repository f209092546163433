import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Component } from '../../../engine/model/component.ts'
import type { Database } from '../client.ts'
import { lockMatching } from '../rematching/packages.ts'
import { inventories } from './shared-results-schema.ts'
import { storableDocument } from '../storable-document.ts'

/** Number of components to serialize before yielding to other work. Serializing them takes a few milliseconds. */
const componentsOfTurn = 1_000

/**
 * Stores a list of components, unless it exists, and returns its digest. Omits the times of resolution, so that the
 * same versions have the same digest; coverage contains these times. Serializes the list in parts and sends it as text,
 * because serializing 100,000 components at once blocks the thread for half a second.
 */
export async function saveInventory(db: Database, components: readonly Component[]): Promise<string> {
  const versions = components.map(({ resolvedAt: _time, ...component }) => component)
  const pieces: string[] = []
  const hash = createHash('sha256')
  const add = (piece: string) => {
    pieces.push(piece)
    hash.update(piece)
  }
  add('[')
  for (let start = 0; start < versions.length; start += componentsOfTurn) {
    if (start > 0) await turn()
    const list = JSON.stringify(storableDocument(versions.slice(start, start + componentsOfTurn)))
    add(`${start > 0 ? ',' : ''}${list.slice(1, -1)}`)
  }
  add(']')
  const digest = hash.digest('base64url')
  const isThere =
    (await db.select({ digest: inventories.digest }).from(inventories).where(eq(inventories.digest, digest))).length > 0
  if (!isThere)
    await db.execute(
      sql`insert into inventories (digest, components) values (${digest}, ${pieces.join('')}::text::jsonb)
        on conflict do nothing`,
    )
  return digest
}

/**
 * Returns the list with this digest, or undefined. Selects each component as a row, so that the driver parses them as
 * they arrive. Parsing 50,000 at once blocks the thread for a fifth of a second.
 */
export async function findInventory(db: Database, digest: string): Promise<readonly Component[] | undefined> {
  const rows = await db.execute<{ component: Component | null }>(sql`
    select item.component from inventories
    left join lateral jsonb_array_elements(components) with ordinality as item (component, ordinal) on true
    where digest = ${digest} order by item.ordinal`)
  return rows.length === 0 ? undefined : rows.flatMap(({ component }) => component ?? [])
}

/** Returns the package URLs that occur in the list with this digest. */
export async function listPurlsOfInventory(
  db: Database,
  digest: string,
  purls: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.execute<{ purl: string }>(sql`
    select distinct component->>'purl' as purl from inventories, jsonb_array_elements(components) as item (component)
    where digest = ${digest} and component->>'purl' = any(${sql.param([...purls])}::text[])`)
  return new Set([...rows].map(({ purl }) => purl))
}

/**
 * Deletes at most 1,000 lists without a scan or registry revision, and package versions that no other list contains.
 * Their names may be private. If a scan starts to use a list concurrently, either the list stays, or storing that
 * scan's result is retried. Returns the number of lists.
 */
export async function removeUnusedInventories(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    await lockMatching(tx)
    const removed = await tx.execute<{ ids: number[] | null }>(sql`
      delete from inventories where digest in (
        select digest from inventories
        where not exists (select from scans where scans.inventory_digest = inventories.digest)
          and not exists (select from registry_revisions revision where revision.inventory_digest = inventories.digest)
        limit 1000
      ) returning package_versions as ids`)
    const ids = [...new Set(removed.flatMap(({ ids: list }) => list ?? []))]
    if (ids.length > 0)
      await tx.execute(
        sql`delete from package_versions where id = any(${sql.param(ids)}::int[])
          and not exists (select from inventories where package_versions @> array[package_versions.id])`,
      )
    return removed.length
  })
}
