import { describe, expect, it } from 'vitest'
import { syncFeeds } from '../../../../../src/engine/advisories/sync/sync-feeds.ts'
import { advisoryEcosystems, type Component, type Ecosystem } from '../../../../../src/engine/model/component.ts'
import { isOfEcosystem } from '../../../../../src/engine/sources/package-registries/package-name.ts'
import { createAdvisoryMatcher } from '../../../../../src/service/scans/advisories/match.ts'
import { syncEcosystem } from '../../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { unreadableAdvisories } from '../../../../../src/service/scans/advisories/unreadable-advisories.ts'
import { testDatabase } from '../../../../support/test-database.ts'
import { advisorySync } from '../support/advisory-sync.ts'
import { fileAdvisories, fileSync, temporaryFolder } from '../support/file-advisories.ts'
import { component } from '../support/npm-component.ts'
import { osvExports, recordsOf, type OsvExport } from '../support/osv-exports.ts'
import { readVectorPaths } from '../support/vectors.ts'

const exports = osvExports('osv', 'osv-npm-ranges')
const ecosystems = advisoryEcosystems.filter((ecosystem) => exports.some((one) => one.ecosystem === ecosystem))
const bases = [...new Set(exports.map(({ base }) => base))]
const lockfiles = await readVectorPaths('lockfiles')
const database = await testDatabase()
const signal = new AbortController().signal

interface PublishedEntry {
  readonly package?: { readonly ecosystem: string; readonly name: string }
  readonly versions?: readonly string[]
  readonly ranges?: readonly { readonly events?: readonly Readonly<Record<string, string>>[] }[]
}

/** In CI, every fourth package is compared. */
const packageStep = process.env['CI'] ? 4 : 1

/** Returns packages in the exports, at the versions where results change and at some versions between them. */
async function affectedComponents(ofEcosystem: readonly OsvExport[], ecosystem: Ecosystem): Promise<Component[]> {
  const versions = new Map<string, Set<string>>()
  for (const one of ofEcosystem)
    for await (const { affected = [] } of recordsOf(one))
      for (const { package: named, versions: listed = [], ranges = [] } of affected as readonly PublishedEntry[]) {
        if (!named || !isOfEcosystem(named.ecosystem, ecosystem)) continue
        const events = ranges.flatMap((range) => (range.events ?? []).flatMap((event) => Object.values(event)))
        const known = versions.get(named.name) ?? new Set(['1.0.0'])
        for (const version of [...events.slice(0, 2), ...listed.slice(-1)]) known.add(version)
        versions.set(named.name, known)
      }
  return [...versions]
    .filter((_entry, index) => index % packageStep === 0)
    .flatMap(([name, own]) => [...own].map((version) => component(name, version, { ecosystem })))
}

/** Ecosystems by the type of package URL that the expectations use. */
const ecosystemsByType: Readonly<Record<string, Ecosystem>> = {
  npm: 'npm',
  pypi: 'PyPI',
  nuget: 'NuGet',
  golang: 'Go',
  cargo: 'crates.io',
  maven: 'Maven',
  gem: 'RubyGems',
  composer: 'Packagist',
  pub: 'Pub',
  hex: 'Hex',
}

/** Returns the packages in the lockfiles of the vectors. Other tests compare them with the results of the readers. */
function lockedComponents(): Component[] {
  const [, text = '[]'] = [...(lockfiles ?? [])].find(([path]) => path.endsWith('/expectations.json')) ?? []
  const rows = JSON.parse(text) as readonly {
    readonly packages?: readonly { readonly name: string; readonly version: string; readonly purlType: string }[]
  }[]
  return rows.flatMap(({ packages = [] }) =>
    packages.flatMap(({ name, version, purlType }) => {
      const ecosystem = ecosystemsByType[purlType.toLowerCase()]
      // Some fixtures contain names that are invalid in package URLs.
      return ecosystem ? [{ ...component('locked', version), ecosystem, name }] : []
    }),
  )
}

describe.skipIf(exports.length === 0)('the database and the files', () => {
  it('give equal findings for every package in the exports, and for the lockfiles of the vectors', async () => {
    const folder = temporaryFolder()
    const matcher = createAdvisoryMatcher({ database, bases })
    let compared = 0
    for (const ecosystem of ecosystems) {
      await syncEcosystem(advisorySync(database, bases), ecosystem, { signal })
      await syncFeeds(fileSync(folder, bases), ecosystem, { signal })
      const components = await affectedComponents(
        exports.filter((one) => one.ecosystem === ecosystem),
        ecosystem,
      )
      const files = fileAdvisories(folder, bases, { sync: false })
      const expected = await matcher.match(components)
      const matching = await files.match(components)
      expect(matching.matches.length, ecosystem).toBe(expected.matches.length)
      expect(matching, ecosystem).toEqual(expected)
      expect(await files.unreadable(components)).toEqual(await unreadableAdvisories({ database, bases }, components))
      compared += expected.matches.length
    }
    expect(compared).toBeGreaterThan(10_000)
    const components = lockedComponents()
    const files = fileAdvisories(folder, bases, { sync: false })
    const expected = await matcher.match(components)
    expect(components.length > 100, `${components.length} locked packages`).toBe(lockfiles !== undefined)
    expect(await files.match(components)).toEqual(expected)
  }, 600_000)
})
