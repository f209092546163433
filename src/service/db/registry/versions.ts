import { and, desc, eq, sql } from 'drizzle-orm'
import type { Finding } from '../../../engine/model/finding.ts'
import type { ScanResults } from '../../../engine/model/scan.ts'
import type { Database } from '../client.ts'
import { registryRevisions, registrySources } from './servers-schema.ts'
import type { RegistryServerRow } from './servers.ts'

/** Completely scanned server version. */
export interface ScannedVersion {
  readonly version: string
  readonly scanId: string
  readonly scannedAt: Date
  readonly results: ScanResults
}

/**
 * Lists the completely scanned versions of a server's scored source, most recent scan first. Empty if the server has no
 * score.
 */
export async function listGradedVersions(
  db: Database,
  { id, sourceType, scanId: shownScanId }: Pick<RegistryServerRow, 'id' | 'sourceType' | 'scanId'>,
  limit: number,
): Promise<ScannedVersion[]> {
  if (shownScanId === null) return []
  const { revision, scanId, scannedAt, results, sourceId } = registryRevisions
  // A server can have several packages or folders of one type. Only revisions of the scored one are its versions.
  const scored = sql`(select shown.source_id from registry_revisions shown
    join registry_sources home on home.id = shown.source_id
    where home.server_id = ${id} and shown.scan_id = ${shownScanId} limit 1)`
  return db
    .select({ version: revision, scanId, scannedAt, results })
    .from(registryRevisions)
    .innerJoin(registrySources, eq(registrySources.id, sourceId))
    .where(and(eq(registrySources.serverId, id), eq(registrySources.type, sourceType), eq(sourceId, scored)))
    .orderBy(desc(scannedAt), desc(revision))
    .limit(limit)
}

/**
 * Reports whether a scan has this finding's problem: the same fingerprint, the same advisory, or, if there is no
 * advisory, the same rule. Undefined if the scan's findings are not stored or not public.
 */
export async function scanHasFinding(
  db: Database,
  scanId: string,
  { fingerprint, ruleId, advisory }: Pick<Finding, 'fingerprint' | 'ruleId' | 'advisory'>,
): Promise<boolean | undefined> {
  const alike = advisory
    ? sql`found.document#>>'{advisory,id}' = ${advisory.id}`
    : sql`found.document->>'ruleId' = ${ruleId}`
  const [row] = await db.execute<{ found: boolean }>(sql`
    select exists (
      select from findings found where found.scan_id = scans.id and found.state <> 'fixed'
        and (found.document->>'fingerprint' = ${fingerprint} or ${alike})
    ) as found
    from scans where id = ${scanId} and status = 'completed' and not is_private
      and coalesce((results->>'partial')::boolean, true) = false`)
  return row?.found
}
