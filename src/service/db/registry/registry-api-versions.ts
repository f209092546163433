import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Database } from '../client.ts'
import type { RegistryApiServer } from './registry-api.ts'
import { registryRevisions, registrySources } from './servers-schema.ts'

/** Lists the completely scanned versions of a server's scored source, most recent scan first. */
export async function listScannedVersions(
  db: Database,
  { id: serverId, sourceType }: Pick<RegistryApiServer, 'id' | 'sourceType'>,
  limit: number,
): Promise<{ version: string; scannedAt: Date }[]> {
  const { revision, scannedAt } = registryRevisions
  return db
    .select({ version: revision, scannedAt })
    .from(registryRevisions)
    .innerJoin(registrySources, eq(registrySources.id, registryRevisions.sourceId))
    .where(and(eq(registrySources.serverId, serverId), eq(registrySources.type, sourceType)))
    .orderBy(desc(scannedAt), desc(revision))
    .limit(limit)
}

/** A source of a server, with its current revision if it is known. */
export type RegistryApiSource = Pick<
  typeof registrySources.$inferSelect,
  'serverId' | 'type' | 'canonicalUrl' | 'folder' | 'name' | 'currentRevision'
>

/** Lists the sources of these servers, oldest first. */
export async function listRegistryApiSources(db: Database, serverIds: readonly string[]): Promise<RegistryApiSource[]> {
  if (serverIds.length === 0) return []
  const { serverId, type, canonicalUrl, folder, name, currentRevision } = registrySources
  return db
    .select({ serverId, type, canonicalUrl, folder, name, currentRevision })
    .from(registrySources)
    .where(inArray(serverId, [...serverIds]))
    .orderBy(asc(registrySources.createdAt), asc(registrySources.id))
}
