import { createHash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Component } from '../../../engine/model/component.ts'
import type { Database } from '../client.ts'
import { lockMatching } from '../rematching/packages.ts'
import { inventories } from './shared-results-schema.ts'
import { storableDocument } from '../storable-document.ts'

/** Components that are written as JSON before other work of the process has its turn: a few milliseconds. */
const componentsOfTurn = 1_000

/**
 * Stores a list of components, unless the same list is there, and returns its digest. The list is written piece by
 * piece and sent as text: one of 100,000 components, written at once, keeps the thread busy for half a second.
 */
export async function saveInventory(db: Database, components: readonly Component[]): Promise<string> {
  const pieces: string[] = []
  const hash = createHash('sha256')
  const add = (piece: string) => {
    pieces.push(piece)
    hash.update(piece)
  }
  add('[')
  for (let start = 0; start < components.length; start += componentsOfTurn) {
    if (start > 0) await turn()
    const list = JSON.stringify(storableDocument(components.slice(start, start + componentsOfTurn)))
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

/** The list with this digest; undefined when there is none. */
export async function findInventory(db: Database, digest: string): Promise<readonly Component[] | undefined> {
  const [row] = await db
    .select({ components: inventories.components })
    .from(inventories)
    .where(eq(inventories.digest, digest))
  return row?.components
}

/** Those of these package URLs that the list with this digest has. */
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
 * Removes lists that neither a scan nor a revision of the registry has, at most 1,000, and package versions that no
 * other list has: their names may be private. One that a scan takes up at this moment stays, or that scan's end is
 * tried again. Resolves to how many lists.
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
