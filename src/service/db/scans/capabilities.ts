import { inArray, sql } from 'drizzle-orm'
import type { InstalledCapabilities } from '../../../engine/reachability/capabilities/compare-installations.ts'
import type { Database } from '../client.ts'
import { storableDocument } from '../storable-document.ts'
import { scanCapabilities } from './schema.ts'

/** Stores what the installed packages of a scan can do, or copies it from the scan whose result it reused. */
export async function saveCapabilities(
  db: Database,
  scanId: string,
  installed: InstalledCapabilities | { readonly scanId: string },
): Promise<void> {
  if ('scanId' in installed)
    await db.execute(
      sql`insert into scan_capabilities (scan_id, installed) select ${scanId}, installed from scan_capabilities
        where scan_id = ${installed.scanId} on conflict do nothing`,
    )
  else
    await db
      .insert(scanCapabilities)
      .values({ scanId, installed: storableDocument(installed) })
      .onConflictDoNothing()
}

/** Returns what the installed packages of these scans can do, by scan. Omits scans that have not read them. */
export async function findCapabilities(
  db: Database,
  scanIds: readonly string[],
): Promise<ReadonlyMap<string, InstalledCapabilities>> {
  const rows = await db
    .select()
    .from(scanCapabilities)
    .where(inArray(scanCapabilities.scanId, [...scanIds]))
  return new Map(rows.map(({ scanId, installed }) => [scanId, installed]))
}
