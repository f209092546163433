import { and, asc, eq, inArray, or, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryServers, registrySources } from './servers-schema.ts'
import { storableDocument } from '../storable-document.ts'

export type SourceRow = typeof registrySources.$inferSelect

/** Source, and the server that was created for it. */
export interface SourceAtHome extends SourceRow {
  readonly homeId: string
  readonly homeCreatedAt: Date
}

export async function findSourceAt(db: Database, canonicalUrl: string, folder: string): Promise<SourceRow | undefined> {
  const [row] = await db
    .select()
    .from(registrySources)
    .where(and(eq(registrySources.canonicalUrl, canonicalUrl), eq(registrySources.folder, folder)))
  return row
}

/** Lists all of a repository's sources, one per folder. */
export async function listSourcesAt(db: Database, canonicalUrl: string): Promise<SourceRow[]> {
  return db.select().from(registrySources).where(eq(registrySources.canonicalUrl, canonicalUrl))
}

/** Lists a server's sources, oldest first. */
export async function listSourcesOfServer(db: Database, serverId: string): Promise<SourceRow[]> {
  return db
    .select()
    .from(registrySources)
    .where(eq(registrySources.serverId, serverId))
    .orderBy(asc(registrySources.createdAt), asc(registrySources.id))
}

/** Lists the sources of these servers and at these URLs, each with the server that was created for it. */
export async function listSourcesAtHome(
  db: Database,
  { serverIds, canonicalUrls }: { readonly serverIds: readonly string[]; readonly canonicalUrls: readonly string[] },
): Promise<SourceAtHome[]> {
  const homeId = sql<string>`coalesce(${registrySources.joinedFrom}, ${registrySources.serverId})`
  const rows = await db
    .select({ source: registrySources, homeId, homeCreatedAt: registryServers.createdAt })
    .from(registrySources)
    .innerJoin(registryServers, eq(registryServers.id, homeId))
    .where(
      or(
        serverIds.length === 0 ? undefined : inArray(registrySources.serverId, [...serverIds]),
        canonicalUrls.length === 0 ? undefined : inArray(registrySources.canonicalUrl, [...canonicalUrls]),
      ),
    )
  return rows.map(({ source, ...home }) => ({ ...source, ...home }))
}

export async function insertSource(db: Database, source: typeof registrySources.$inferInsert): Promise<void> {
  await db.insert(registrySources).values({ ...source, declares: storableDocument(source.declares) })
}

export async function updateSource(
  db: Database,
  id: string,
  change: Partial<typeof registrySources.$inferInsert>,
): Promise<void> {
  await db
    .update(registrySources)
    .set({ ...change, ...(change.declares && { declares: storableDocument(change.declares) }) })
    .where(eq(registrySources.id, id))
}
