import type { PackageAdvisory } from '../../../engine/advisories/package-advisory.ts'
import type { AffectedEntryRow } from '../../db/advisories/matching.ts'
import { readAffectedEntry } from '../../../engine/advisories/affected-entry.ts'
import { describeAdvisory } from '../../../engine/advisories/description.ts'
import { OsvAffected, OsvDescription } from '../../../engine/advisories/osv-record.ts'
import type { VersionOrder } from '../../../engine/advisories/version-order/version-order.ts'

/** Reads stored entries; the advisories of each package by its name, in the order of the rows. */
export function readPackageAdvisories(
  rows: readonly AffectedEntryRow[],
  order: VersionOrder,
): Map<string, PackageAdvisory[]> {
  const packages = new Map<string, PackageAdvisory[]>()
  for (const [name, ofPackage] of Map.groupBy(rows, ({ packageName }) => packageName)) {
    const ofAdvisories = Map.groupBy(ofPackage, ({ advisoryId }) => advisoryId)
    packages.set(
      name,
      [...ofAdvisories].map(([id, ofAdvisory]) => readPackageAdvisory(id, ofAdvisory, order)),
    )
  }
  return packages
}

function readPackageAdvisory(id: string, rows: readonly AffectedEntryRow[], order: VersionOrder): PackageAdvisory {
  const entries = rows.flatMap(({ entry }) => OsvAffected.safeParse(entry).data ?? [])
  const record = OsvDescription.parse(rows[0]?.document ?? {})
  return { ...describeAdvisory(id, record, entries), entries: entries.map((entry) => readAffectedEntry(entry, order)) }
}
