import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
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
