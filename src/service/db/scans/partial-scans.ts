import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { registryAccount } from '../../../engine/model/registry-account.ts'
import { visitorsAccount } from '../../../engine/model/visitors-account.ts'
import type { Database } from '../client.ts'
import type { RegistrySourceRow } from '../registry/servers.ts'
import { scans } from './schema.ts'

/**
 * The newest scan of a source's current revision where that scan was not complete, of those that are nobody's own (the
 * registry's and those that visitors asked for, which read as anybody may) and that everybody may read. Accounts that
 * submit a public source are not told of. Undefined where there is none, a complete one came later, or the current
 * revision is not known.
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
        // The words of the index `scans_previous`.
        inArray(scans.accountId, [registryAccount.id, visitorsAccount.id]),
        eq(scans.canonicalUrl, canonicalUrl),
        eq(scans.status, 'completed'),
        eq(scans.isPrivate, false),
        sql`coalesce(${scans.source}->>'folder', '') = ${folder}`,
        sql`${scans.source}->>'revision' = ${currentRevision}`,
        sql`not ${scans.source} ? 'unverifiedRevision'`,
        // What `findReadableScan` keeps from strangers: a newer one of these stands before none.
        sql`${scans.source}->>'isPrivate' is distinct from 'true'`,
        sql`${scans.source}->>'isInternal' is distinct from 'true'`,
      ),
    )
    .orderBy(desc(scans.completedAt))
    .limit(1)
  return row?.isPartial ? row.id : undefined
}
