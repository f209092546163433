import { describeAdvisory, type AdvisoryDescription } from '../description.ts'
import { fixedVersionsOf } from '../fixed-versions.ts'
import { OsvAffected, OsvDescription } from '../osv-record.ts'
import { matchedEcosystems, type Ecosystem } from '../../model/component.ts'
import { openRecords } from './feed-files.ts'

/** Stored advisory with the packages that it affects. */
export interface StoredAdvisory {
  readonly description: AdvisoryDescription
  readonly ecosystem: Ecosystem
  readonly packages: readonly { readonly name: string; readonly fixedVersions: readonly string[] }[]
}

/**
 * Finds a stored advisory by its own ID, not by its aliases. Returns undefined for unknown and withdrawn advisories.
 * Throws a DamagedRecordFile.
 */
export function findAdvisory(folder: string, bases: readonly string[], id: string): StoredAdvisory | undefined {
  for (const ecosystem of matchedEcosystems)
    for (const base of bases) {
      const records = openRecords(folder, { base, ecosystem })
      if (!records) continue
      using file = records.file
      const ordinal = file.table().get(id)?.ordinal
      const [record] = ordinal === undefined ? [] : file.records([ordinal])
      if (!record) continue
      const [, document, affected] = record
      const entries = affected.map(([name, entry]) => ({ name, entry: OsvAffected.parse(entry) }))
      return {
        ecosystem,
        description: describeAdvisory(
          id,
          OsvDescription.parse(document),
          entries.map(({ entry }) => entry),
        ),
        packages: entries.map(({ name, entry }) => ({ name, fixedVersions: fixedVersionsOf(entry) })),
      }
    }
  return undefined
}
