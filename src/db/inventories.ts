import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Component } from '../model/component.ts'
import type { Database } from './client.ts'
import { inventories } from './schema.ts'
import { storableDocument } from './storable-document.ts'

/** Stores a list of components, unless the same list is there, and returns its digest. */
export async function saveInventory(db: Database, components: readonly Component[]): Promise<string> {
  const storable = storableDocument(components)
  const digest = createHash('sha256').update(JSON.stringify(storable)).digest('base64url')
  await db.insert(inventories).values({ digest, components: storable }).onConflictDoNothing()
  return digest
}

/** The list with this digest; undefined when there is none. */
export async function findInventory(db: Database, digest: string): Promise<readonly Component[] | undefined> {
  const [row] = await db.select({ components: inventories.components }).from(inventories).where(eq(inventories.digest, digest))
  return row?.components
}

/**
 * Removes lists that no scan has, at most 1,000: for each the database looks through all scans. One that a
 * scan takes up at this moment stays, or that scan's end is tried again.
 */
export async function removeUnusedInventories(db: Database): Promise<void> {
  await db.execute(sql`
    delete from inventories where digest in (
      select digest from inventories where not exists (select 1 from scans where scans.inventory_digest = inventories.digest) limit 1000
    )`)
}
