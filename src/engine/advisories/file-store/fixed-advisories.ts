import type { Ecosystem } from '../../model/component.ts'
import { isMalwareId } from '../description.ts'
import { fixedVersionsOf } from '../fixed-versions.ts'
import { OsvAffected, OsvDescription } from '../osv-record.ts'
import { openRecords } from './feed-files.ts'

/** Number of records to read at once. */
const batchRecords = 1_000

/** A stored advisory with the versions that fix it. */
export interface FixedAdvisoryRecord {
  readonly id: string
  readonly aliases: readonly string[]
  readonly packages: readonly {
    readonly ecosystem: Ecosystem
    readonly name: string
    /** Empty if no version fixes the vulnerability. */
    readonly fixedVersions: readonly string[]
  }[]
}

/**
 * Yields the stored advisories of an ecosystem except malware and withdrawn ones, each ID once. Throws a
 * DamagedRecordFile.
 */
export function* fixedAdvisories(
  folder: string,
  bases: readonly string[],
  ecosystem: Ecosystem,
): Generator<FixedAdvisoryRecord> {
  const seen = new Set<string>()
  for (const base of new Set(bases)) {
    const opened = openRecords(folder, { base, ecosystem })
    if (!opened) continue
    using file = opened.file
    const ordinals = [...file.table()].flatMap(([id, { ordinal }]) =>
      ordinal === undefined || isMalwareId(id) || seen.has(id) ? [] : [ordinal],
    )
    ordinals.sort((a, b) => a - b)
    for (let start = 0; start < ordinals.length; start += batchRecords)
      for (const [id, document, affected] of file.records(ordinals.slice(start, start + batchRecords))) {
        seen.add(id)
        yield {
          id,
          aliases: OsvDescription.parse(document).aliases,
          packages: affected.map(([name, entry]) => ({
            ecosystem,
            name,
            fixedVersions: fixedVersionsOf(OsvAffected.parse(entry)),
          })),
        }
      }
  }
}
