import { describe, expect, it } from 'vitest'
import { compileEntry, holds, mightHold } from '../../../../../src/engine/advisories/affected-entry.ts'
import { type AffectedVersions, readAffectedVersions } from '../../../../../src/engine/advisories/affected-versions.ts'
import { isAffected, isUndecided, readInstalledVersion } from '../../../../../src/engine/advisories/is-affected.ts'
import { OsvAffected } from '../../../../../src/engine/advisories/osv-record.ts'
import { isOfEcosystem } from '../../../../../src/engine/sources/package-registries/package-name.ts'
import { versionOrderOf } from '../../../../../src/engine/advisories/version-order/catalogue.ts'
import type { VersionOrder } from '../../../../../src/engine/advisories/version-order/version-order.ts'
import { Ecosystem } from '../../../../../src/engine/model/component.ts'
import { osvExports, recordsOf } from '../support/osv-exports.ts'

const exports = osvExports('osv', 'osv-npm-ranges')

/** Returns the versions in the entry, and versions directly next to them. */
function askedOf({ listed, ranges }: AffectedVersions): Set<string> {
  const events = ranges.flatMap((range) => range.events.map(({ text }) => text))
  const own = [...events, ...[...listed].slice(0, 4), ...[...listed].slice(-4)]
  return new Set([
    ...own,
    ...events.flatMap((text) => [`${text}.1`, `${text}-rc1`, `${text}-0`]),
    '0',
    '0.0.0',
    '1.5',
    '99999.0.0',
    'no version',
  ])
}

/**
 * Caches results. The evaluator parses listed versions for each question, which takes most of a minute for all of PyPI.
 */
function remembering(order: VersionOrder): VersionOrder {
  const read = new Map<string, unknown>()
  return {
    ...order,
    parse(text) {
      if (!read.has(text)) read.set(text, order.parse(text))
      return read.get(text)
    },
  }
}

function disagreements(
  versions: AffectedVersions,
  order: VersionOrder,
  asked: Iterable<string>,
): { asked: number; wrong: string[] } {
  const compiled = compileEntry(versions, order)
  const wrong: string[] = []
  let count = 0
  for (const text of asked) {
    const installed = readInstalledVersion(text, order)
    const truth = isAffected(versions, installed, order)
    count += 1
    if (
      holds(compiled, installed) !== truth ||
      (!truth && mightHold(compiled, installed, order)) !== isUndecided(versions, installed, order)
    )
      wrong.push(text)
  }
  return { asked: count, wrong }
}

describe.skipIf(exports.length === 0)('records of OSV', () => {
  it.each(exports)(
    '$ecosystem ($base): intervals say what the evaluator says',
    { timeout: 120_000 },
    async (osvExport) => {
      const ecosystem = Ecosystem.parse(osvExport.ecosystem)
      const order = remembering(versionOrderOf(ecosystem))
      let [entries, asked, unread] = [0, 0, 0]
      const wrong: string[] = []
      for await (const record of recordsOf(osvExport)) {
        for (const candidate of record.affected ?? []) {
          if (!candidate.package || !isOfEcosystem(candidate.package.ecosystem, ecosystem)) continue
          const versions = readAffectedVersions(OsvAffected.parse(candidate), order)
          const result = disagreements(versions, order, askedOf(versions))
          entries += 1
          asked += result.asked
          unread += [...versions.listed].filter((text) => order.parse(text) === undefined).length
          wrong.push(...result.wrong.map((text) => `${record.id} ${text}`))
        }
      }
      process.stderr.write(
        `osv ${osvExport.ecosystem}: ${entries} entries, ${asked} questions, ${wrong.length} disagreements, ` +
          `${unread} listed texts are no versions\n`,
      )
      expect(wrong).toEqual([])
      expect(asked).toBeGreaterThan(0)
    },
  )
})
