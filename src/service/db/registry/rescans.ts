import type { PublicSourceType } from '../../../engine/model/target.ts'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Database } from '../client.ts'
import { registryRevisions, registrySources } from './servers-schema.ts'

/** Source whose current revision is due for a check, and scan data for the previous revision. */
export interface SourceToResolve {
  readonly id: string
  readonly serverId: string
  readonly type: PublicSourceType
  readonly canonicalUrl: string
  readonly folder: string
  readonly name: string
  readonly currentRevision: string | null
  /** Time when the current revision was last completely scanned, and the engine of that scan. Null if never. */
  readonly scannedAt: Date | null
  readonly engine: string | null
  /** Time since which the source is not public. Null if it was public at the last check. */
  readonly goneAt: Date | null
}

/** Lists sources that are due for a check, most overdue first. */
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

/** Records when the current revision was checked, and when the next check is due. */
export async function noteResolved(
  db: Database,
  id: string,
  times: { resolvedAt?: Date; nextCheckAt: Date },
): Promise<void> {
  await db.update(registrySources).set(times).where(eq(registrySources.id, id))
}
