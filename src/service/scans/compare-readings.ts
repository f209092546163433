import { normalPackageName } from '../../engine/sources/package-registries/package-name.ts'
import type { Database } from '../db/client.ts'
import { findInventory } from '../db/scans/inventories.ts'
import { findReadingRecords } from '../db/scans/readings.ts'
import type { ReadingRecord } from '../../engine/model/reading-record.ts'
import type { LostReading } from '../../engine/model/scan.ts'
import { lostReadings } from '../../engine/scanner/lost-readings.ts'

/**
 * Comparison of the files read by two scans. `unknown` if one scan has no record, for example because an earlier
 * version ran it.
 */
export type ComparedReadings =
  | { readonly reading: 'compared'; readonly lost: readonly LostReading[] }
  | { readonly reading: 'unknown' }

/**
 * Compares the files read by a scan with those read by its baseline.
 *
 * @param head The scan's record, or the ID of the scan that has it. Undefined if no record exists.
 */
export async function compareReadings(
  db: Database,
  base: { readonly id: string; readonly inventoryDigest: string | null },
  head: ReadingRecord | { readonly scanId: string } | undefined,
): Promise<ComparedReadings> {
  if (head === undefined) return { reading: 'unknown' }
  const records = await findReadingRecords(db, [base.id, ...('scanId' in head ? [head.scanId] : [])])
  const [before, after] = [records.get(base.id), 'scanId' in head ? records.get(head.scanId) : head]
  if (!before || !after) return { reading: 'unknown' }
  return {
    reading: 'compared',
    lost: lostReadings(
      before,
      after,
      after.unlocked.length === 0 ? new Set() : await resolvedNames(db, base.inventoryDigest),
    ),
  }
}

async function resolvedNames(db: Database, inventoryDigest: string | null): Promise<ReadonlySet<string>> {
  const components = inventoryDigest === null ? undefined : await findInventory(db, inventoryDigest)
  return new Set(components?.map(({ ecosystem, name }) => `${ecosystem} ${normalPackageName(ecosystem, name)}`))
}
