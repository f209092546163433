import { describe, expect, it } from 'vitest'
import { readAffectedVersions } from '../../../../../src/engine/advisories/affected-versions.ts'
import { isAffected, readInstalledVersion } from '../../../../../src/engine/advisories/is-affected.ts'
import { createAdvisoryMatcher } from '../../../../../src/service/scans/advisories/match.ts'
import { OsvAffected } from '../../../../../src/engine/advisories/osv-record.ts'
import { isOfEcosystem, normalPackageName } from '../../../../../src/engine/sources/package-registries/package-name.ts'
import { syncEcosystem } from '../../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { versionOrderOf } from '../../../../../src/engine/advisories/version-order/catalogue.ts'
import { type Component, Ecosystem } from '../../../../../src/engine/model/component.ts'
import { testDatabase } from '../../../../support/test-database.ts'
import { advisorySync } from '../support/advisory-sync.ts'
import { osvExports, recordsOf } from '../support/osv-exports.ts'

/** Larger exports behave the same and only take longer to import. */
const small: ReadonlySet<string> = new Set([
  'GitHub Actions',
  'Hackage',
  'Hex',
  'Maven',
  'NuGet',
  'Packagist',
  'Pub',
  'RubyGems',
  'crates.io',
])
const exports = osvExports('osv').filter(({ ecosystem }) => small.has(ecosystem))

const database = await testDatabase()

describe.skipIf(exports.length === 0)('what the database selects and the matcher finds', () => {
  it.each(exports)('$ecosystem: is what the evaluator says of every record', { timeout: 60_000 }, async (osvExport) => {
    const ecosystem = Ecosystem.parse(osvExport.ecosystem)
    const order = versionOrderOf(ecosystem)
    const ofPackages = new Map<string, { id: string; versions: ReturnType<typeof readAffectedVersions> }[]>()
    for await (const record of recordsOf(osvExport)) {
      if (record.withdrawn !== undefined) continue
      for (const entry of record.affected ?? []) {
        if (!entry.package || !isOfEcosystem(entry.package.ecosystem, ecosystem)) continue
        const name = normalPackageName(ecosystem, entry.package.name)
        const known = ofPackages.get(name) ?? []
        known.push({ id: record.id, versions: readAffectedVersions(OsvAffected.parse(entry), order) })
        ofPackages.set(name, known)
      }
    }
    const components: Component[] = []
    const expected = new Set<string>()
    for (const [name, advisories] of ofPackages) {
      const events = advisories.flatMap(({ versions }) =>
        versions.ranges.flatMap((range) => range.events.map(({ text }) => text)),
      )
      for (const version of new Set([
        ...events.slice(0, 3),
        ...[...(advisories[0]?.versions.listed ?? [])].slice(0, 2),
        '1.0.0',
      ])) {
        const installed = readInstalledVersion(version, order)
        components.push({
          purl: `${name}@${version}`,
          name,
          version,
          ecosystem,
          direct: true,
          dev: false,
          introducedBy: [],
        })
        for (const { id, versions } of advisories)
          if (isAffected(versions, installed, order)) expected.add(`${name}@${version} ${id}`)
      }
    }
    await syncEcosystem(advisorySync(database, [osvExport.base]), ecosystem, { signal: new AbortController().signal })
    const { matches } = await createAdvisoryMatcher({ database, bases: [osvExport.base] }).match(components)
    // A match lists all IDs of a vulnerability. The first one must be an expected advisory, and each expected advisory
    // must be among the IDs.
    const named = new Set(
      matches.flatMap(({ component: { purl }, advisory: { id, aliases } }) =>
        [id, ...aliases].map((name) => `${purl} ${name}`),
      ),
    )
    const missing = [...expected].filter((line) => !named.has(line))
    const tooMany = matches
      .map(({ component: { purl }, advisory: { id } }) => `${purl} ${id}`)
      .filter((line) => !expected.has(line))
    process.stderr.write(
      `osv ${ecosystem}: ${components.length} components, ${expected.size} advisories hold, ` +
        `${missing.length} missing, ${tooMany.length} too many\n`,
    )
    expect(missing).toEqual([])
    expect(tooMany).toEqual([])
    expect(components.length).toBeGreaterThan(0)
  })
})
