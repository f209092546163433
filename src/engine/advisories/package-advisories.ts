import type { PackageAdvisory } from './package-advisory.ts'
import { readAffectedEntry } from './affected-entry.ts'
import { describeAdvisory } from './description.ts'
import { OsvAffected, OsvDescription } from './osv-record.ts'
import { rememberingOrder } from './version-order/remembering-order.ts'
import type { VersionOrder } from './version-order/version-order.ts'

/** Stored `affected` entry, together with the parts of its record that describe the vulnerability. JSON as stored. */
export interface AffectedEntryRow {
  readonly packageName: string
  readonly advisoryId: string
  readonly entry: unknown
  readonly document: unknown
}

/** Parses stored entries. Returns the advisories by package name, in row order. */
export function readPackageAdvisories(
  rows: readonly AffectedEntryRow[],
  order: VersionOrder,
): Map<string, PackageAdvisory[]> {
  const packages = new Map<string, PackageAdvisory[]>()
  // Caches parsed versions, because a package's advisories mostly list the same ones.
  const remembering = rememberingOrder(order)
  for (const [name, ofPackage] of Map.groupBy(rows, ({ packageName }) => packageName)) {
    const ofAdvisories = Map.groupBy(ofPackage, ({ advisoryId }) => advisoryId)
    packages.set(
      name,
      [...ofAdvisories].map(([id, ofAdvisory]) => readPackageAdvisory(id, ofAdvisory, remembering)),
    )
  }
  return packages
}

function readPackageAdvisory(id: string, rows: readonly AffectedEntryRow[], order: VersionOrder): PackageAdvisory {
  const entries = rows.flatMap(({ entry }) => OsvAffected.safeParse(entry).data ?? [])
  const record = OsvDescription.parse(rows[0]?.document ?? {})
  return { ...describeAdvisory(id, record, entries), entries: entries.map((entry) => readAffectedEntry(entry, order)) }
}
