import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm'
import type { Database } from './client.ts'
import { registryServers } from './registry-schema.ts'
import { isShown } from './registry-servers.ts'

/** A server whose name is taken for another one's. */
export type LikeNamedServer = Pick<typeof registryServers.$inferSelect, 'id' | 'slug' | 'name' | 'sourceType' | 'popularity' | 'createdAt'>

const { id, slug, name, sourceType, popularity, foldKey, createdAt } = registryServers
const columns = { id, slug, name, sourceType, popularity, createdAt }

/** Other servers whose names look alike, the oldest first. */
export async function listServersFoldedAlike(db: Database, serverId: string, key: string, limit: number): Promise<LikeNamedServer[]> {
  if (key === '') return []
  return db.select(columns).from(registryServers).where(and(eq(foldKey, key), ne(id, serverId), isShown)).orderBy(asc(createdAt), asc(id)).limit(limit)
}

/** Servers with one of these folded names, what is used most first; with `leastPopularity` only those that are at least so popular. One probe of an index for each key. */
export async function listServersWithFoldKeys(db: Database, keys: readonly string[], { leastPopularity, limit }: { readonly leastPopularity?: number | undefined; readonly limit: number }): Promise<LikeNamedServer[]> {
  if (keys.length === 0) return []
  return db.select(columns).from(registryServers)
    // The words of the index, so that it serves.
    .where(and(sql`${foldKey} <> ''`, sql`${foldKey} = any(${sql.param([...keys])}::text[])`, isShown, leastPopularity === undefined ? undefined : gte(popularity, leastPopularity)))
    .orderBy(sql`${popularity} desc nulls last`, asc(createdAt), desc(id)).limit(limit)
}
