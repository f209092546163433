import type { PublicSourceType } from '../../../engine/model/target.ts'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryRevisions, registrySources } from './servers-schema.ts'

/** A source whose current revision is to be asked for, with what is known of the scan of the one that was. */
export interface SourceToResolve {
  readonly id: string
  readonly serverId: string
  readonly type: PublicSourceType
  readonly canonicalUrl: string
  readonly folder: string
  readonly name: string
  readonly currentRevision: string | null
  /** When the current revision was last scanned completely, and by which engine; null: never. */
  readonly scannedAt: Date | null
  readonly engine: string | null
  /** Since when not everybody can read it; null: everybody could when it was last asked. */
  readonly goneAt: Date | null
}

/** Sources that are due, longest due first. */
export async function listSourcesToResolve(
  db: Database,
  { now, limit }: { now: Date; limit: number },
): Promise<SourceToResolve[]> {
  const { id, serverId, type, canonicalUrl, folder, name, currentRevision, goneAt } = registrySources
  return db
    .select({
      id,
      serverId,
      type,
      canonicalUrl,
      folder,
      name,
      currentRevision,
      goneAt,
      scannedAt: registryRevisions.scannedAt,
      engine: registryRevisions.engine,
    })
    .from(registrySources)
    .leftJoin(
      registryRevisions,
      and(eq(registryRevisions.sourceId, id), eq(registryRevisions.revision, currentRevision)),
    )
    .where(lte(registrySources.nextCheckAt, now))
    .orderBy(asc(registrySources.nextCheckAt))
    .limit(limit)
}

/** Notes when a source was asked for its current revision, and when it is asked again. */
export async function noteResolved(
  db: Database,
  id: string,
  times: { resolvedAt?: Date; nextCheckAt: Date },
): Promise<void> {
  await db.update(registrySources).set(times).where(eq(registrySources.id, id))
}
