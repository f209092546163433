import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { registryAccount } from '../model/registry-account.ts'
import { visitorsAccount } from '../model/visitors-account.ts'
import type { Database } from './client.ts'
import type { RegistrySourceRow } from './registry-servers.ts'
import { scans } from './schema.ts'

/**
 * The newest scan of a source that was not complete, of those that are nobody's own: the registry's and those that visitors asked for,
 * which read as anybody may. Accounts that submit a public source are not told of. Undefined where there is none.
 */
export async function findPartialScan(db: Database, { canonicalUrl, folder }: Pick<RegistrySourceRow, 'canonicalUrl' | 'folder'>): Promise<string | undefined> {
  const [row] = await db
    .select({ id: scans.id })
    .from(scans)
    .where(and(
      // The words of the index `scans_previous`.
      inArray(scans.accountId, [registryAccount.id, visitorsAccount.id]), eq(scans.canonicalUrl, canonicalUrl), eq(scans.status, 'completed'), eq(scans.isPrivate, false),
      sql`coalesce(${scans.source}->>'folder', '') = ${folder}`, sql`${scans.results}->>'partial' = 'true'`, sql`not ${scans.source} ? 'unverifiedRevision'`,
    ))
    .orderBy(desc(scans.completedAt))
    .limit(1)
  return row?.id
}
