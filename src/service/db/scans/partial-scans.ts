import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { registryAccount } from '../../../engine/model/registry-account.ts'
import { visitorsAccount } from '../../../engine/model/visitors-account.ts'
import type { Database } from '../client.ts'
import type { RegistrySourceRow } from '../registry/servers.ts'
import { scans } from './schema.ts'

/**
 * Returns the newest scan of a source's current revision if the scan was incomplete. Considers only the public scans of
 * the registry and of visitors, which use no credentials, so that accounts' scans are not revealed. Returns undefined
 * if there is no such scan, if a newer complete one exists, or if the current revision is unknown.
 */
export async function findPartialScan(
  db: Database,
  { canonicalUrl, folder, currentRevision }: Pick<RegistrySourceRow, 'canonicalUrl' | 'folder' | 'currentRevision'>,
): Promise<string | undefined> {
  if (currentRevision === null) return undefined
  const [row] = await db
    .select({ id: scans.id, isPartial: sql<boolean>`coalesce(${scans.results}->>'partial' = 'true', false)` })
    .from(scans)
    .where(
      and(
        // Repeats the predicate of the index `scans_previous`.
        inArray(scans.accountId, [registryAccount.id, visitorsAccount.id]),
        eq(scans.canonicalUrl, canonicalUrl),
        eq(scans.status, 'completed'),
        eq(scans.isPrivate, false),
        sql`coalesce(${scans.source}->>'folder', '') = ${folder}`,
        sql`${scans.source}->>'revision' = ${currentRevision}`,
        sql`not ${scans.source} ? 'unverifiedRevision'`,
        // `findReadableScan` hides such scans from other users. If the newest scan is one of them, it is treated as
        // missing.
        sql`${scans.source}->>'isPrivate' is distinct from 'true'`,
        sql`${scans.source}->>'isInternal' is distinct from 'true'`,
      ),
    )
    .orderBy(desc(scans.completedAt))
    .limit(1)
  return row?.isPartial ? row.id : undefined
}
