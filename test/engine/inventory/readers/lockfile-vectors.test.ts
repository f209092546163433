import { dirname, join } from 'node:path/posix'
import { describe, expect, it } from 'vitest'
import type { ManifestReading } from '../../../../src/engine/inventory/manifest-reader.ts'
import { UnreadableManifest } from '../../../../src/engine/inventory/unreadable-manifest.ts'
import { manifestReaders } from '../../../../src/engine/inventory/readers/catalogue.ts'
import { readVectorPaths } from '../../../service/scans/advisories/support/vectors.ts'

/** A row of the expectations in osv-scalibr's own tests. */
interface Case {
  readonly format: string
  readonly fixture: string
  readonly test: string
  readonly exists: boolean
  readonly wantErr?: string
  readonly packages?: readonly {
    readonly name: string
    readonly version: string
    readonly purlType: string
    readonly depGroups?: readonly string[]
    readonly line?: number
  }[]
}

/**
 * The reader for each format of the vectors, and the part of the reading to compare. `extra` marks formats that are
 * counted separately.
 */
const readersByFormat: Readonly<
  Record<string, { readonly reader: string; readonly compared?: 'asked for' | 'project'; readonly extra?: true }>
> = {
  'cpp/conanlock': { reader: 'conan-lock', extra: true },
  'dotnet/paketlock': { reader: 'paket-lock', extra: true },
  'haskell/cabal': { reader: 'cabal-freeze', extra: true },
  'haskell/stacklock': { reader: 'stack-lock', extra: true },
  'java/gradleverificationmetadataxml': { reader: 'gradle-verification', extra: true },
  'java/gradleversioncatalog': { reader: 'gradle-catalog', extra: true },
  'r/renvlock': { reader: 'renv-lock', extra: true },
  // The expectations are about the gem itself.
  'ruby/gemspec': { reader: 'gemspec', compared: 'project', extra: true },
  'swift/packageresolved': { reader: 'package-resolved', extra: true },
  'swift/podfilelock': { reader: 'podfile-lock', extra: true },
  'dart/pubspec': { reader: 'pubspec-lock' },
  'dotnet/csproj': { reader: 'msbuild-project', extra: true },
  'dotnet/depsjson': { reader: 'dotnet-deps-json', extra: true },
  'dotnet/packagesconfig': { reader: 'nuget-packages-config', extra: true },
  'dotnet/packageslockjson': { reader: 'nuget-packages-lock' },
  'dotnet/projectassetsjson': { reader: 'nuget-project-assets' },
  'elixir/mixlock': { reader: 'mix-lock' },
  'erlang/mixlock': { reader: 'mix-lock' },
  'golang/gomod': { reader: 'go-mod' },
  'java/gradlelockfile': { reader: 'gradle-lockfile' },
  'java/pomxml': { reader: 'pom' },
  'javascript/bunlock': { reader: 'bun-lock' },
  // The expectations invent the version 1.0.0 for `chalk@1` and omit entries without a version. Assay lists both as
  // requests.
  'javascript/denojson': { reader: 'deno-json', compared: 'asked for' },
  // The expectations list the installed package that the manifest describes.
  'javascript/packagejson': { reader: 'package-json', compared: 'project' },
  'javascript/packagelockjson': { reader: 'package-lock' },
  'javascript/pnpmlock': { reader: 'pnpm-lock' },
  'javascript/yarnlock': { reader: 'yarn-lock' },
  'php/composerlock': { reader: 'composer-lock' },
  'python/pdmlock': { reader: 'pdm-lock' },
  'python/pipfilelock': { reader: 'pipfile-lock' },
  'python/poetrylock': { reader: 'poetry-lock' },
  'python/pylock': { reader: 'pylock' },
  'python/pyprojecttoml': { reader: 'pyproject', compared: 'asked for' },
  'python/requirements': { reader: 'requirements' },
  'python/uvlock': { reader: 'uv-lock' },
  'ruby/gemfilelock': { reader: 'gemfile-lock' },
  'rust/cargolock': { reader: 'cargo-lock' },
  'rust/cargotoml': { reader: 'cargo-toml', compared: 'project' },
}

/** Cases with a different result in Assay, with the reason. */
const disagreements: readonly { readonly fixture: string; readonly reason: string }[] = [
  {
    fixture: 'dotnet/paketlock/testdata/paket.lock',
    reason: 'the vectors count repositories of GitHub as packages; here they are requests',
  },
  {
    fixture: 'java/gradleversioncatalog/testdata/libs.versions.toml',
    reason: 'the vectors list a library without a version; here it is a request',
  },
  {
    fixture: 'ruby/gemspec/testdata/invalid.gemspec',
    reason: 'the vectors refuse a file that ends within a statement; here it has no dependencies',
  },
  {
    fixture: 'dotnet/depsjson/testdata/nopackagename',
    reason: 'the vectors count the project itself, TestLibrary 1.0.0, as a package; here it is none',
  },
]

/** Ecosystems by the name that the vectors use. */
const ecosystems: Readonly<Record<string, string>> = {
  NPM: 'npm',
  PyPi: 'PyPI',
  Nuget: 'NuGet',
  Golang: 'Go',
  Cargo: 'crates.io',
  Maven: 'Maven',
  Gem: 'RubyGems',
  Composer: 'Packagist',
  Pub: 'Pub',
  Hex: 'Hex',
  JSR: 'npm',
  Conan: 'ConanCenter',
  Haskell: 'Hackage',
  Cran: 'CRAN',
  Swift: 'SwiftURL',
  Cocoapods: 'CocoaPods',
}

const vectors = await readVectorPaths('lockfiles')
const base = [...(vectors?.keys() ?? [])].find((path) => path.endsWith('/expectations.json'))
const rows = vectors && base !== undefined ? (JSON.parse(vectors.get(base) ?? '[]') as readonly Case[]) : []
const existing = rows.filter(({ exists }) => exists)
const supported = existing.filter(({ format }) => format in readersByFormat)

/** Returns the reading of a fixture, or undefined if the reader rejects it. */
function read({ format, fixture }: Case): ManifestReading | undefined {
  const reader = manifestReaders.find(({ id }) => id === readersByFormat[format]?.reader)
  if (reader === undefined) throw new Error(`no reader is named ${readersByFormat[format]?.reader}`)
  const folder = dirname(base ?? '')
  const text = vectors?.get(join(folder, fixture))
  if (text === undefined) throw new Error(`there is no fixture ${fixture}`)
  const place = dirname(fixture)
  try {
    return reader.read({
      path: join(place, reader.names[0] ?? ''),
      text,
      sibling: (path) => vectors?.get(join(folder, place, path)),
    })
  } catch (error) {
    if (error instanceof UnreadableManifest) return undefined
    throw error
  }
}

/** Returns the expected and the actual result in the same form. */
function comparison(row: Case): { readonly wanted: unknown; readonly found: unknown } {
  const reading = read(row)
  if (row.wantErr !== undefined) return { wanted: 'unreadable', found: reading === undefined ? 'unreadable' : reading }
  const { reader: id, compared } = { compared: undefined, ...readersByFormat[row.format] }
  const ecosystem = manifestReaders.find((reader) => reader.id === id)?.ecosystem
  const packages = row.packages ?? []
  if (reading === undefined) return { wanted: packages, found: 'unreadable' }
  if (compared === 'project') {
    const { name = '', version = '' } = reading.project ?? {}
    return {
      wanted: packages.map((wanted) => `${wanted.name}@${wanted.version}`),
      found: name === '' ? [] : [`${name}@${version}`],
    }
  }
  if (compared === 'asked for') {
    const named = new Set(
      [...reading.packages, ...reading.requests].map(({ name, groups }) =>
        groups.includes('jsr') ? name.replace('@', '') : name,
      ),
    )
    const pinned = reading.packages.map(({ name, version }) => `${name}@${version}`)
    return {
      wanted: { missing: [], pinned },
      found: {
        missing: packages.filter(({ name }) => !named.has(name)),
        pinned: pinned.filter((text) => packages.some(({ name, version }) => text === `${name}@${version}`)),
      },
    }
  }
  const found = reading.packages.map((listed) => ({
    ecosystem: listed.ecosystem ?? ecosystem,
    name: listed.name,
    version: listed.version,
    groups: listed.groups,
    line: listed.line,
  }))
  return {
    wanted: sortedByName(
      packages.map(({ name, version, purlType, depGroups, line }, index) => {
        const same = found.find((listed) => listed.name === name && listed.version === version) ?? found[index]
        // Groups and lines are compared only if both sides have them.
        return {
          ecosystem: ecosystems[purlType],
          name,
          version,
          groups: depGroups ?? same?.groups,
          line: same?.line === undefined ? undefined : (line ?? same.line),
        }
      }),
    ),
    found: sortedByName(found),
  }
}

const sortedByName = <T extends { readonly name: string; readonly version: string }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))

const isExcepted = ({ fixture }: Case) => disagreements.some((disagreement) => disagreement.fixture === fixture)

describe.skipIf(rows.length === 0)('the lockfiles of osv-scalibr', () => {
  it.each(supported.filter((row) => !isExcepted(row)))('$format $fixture: $test', (row) => {
    const { wanted, found } = comparison(row)
    expect(found).toEqual(wanted)
  })

  it('agree in 99 of 100 cases', () => {
    const notSupported = existing.filter((row) => !supported.includes(row))
    const asked = supported.filter(({ format }) => readersByFormat[format]?.extra === undefined)
    const extra = supported.filter((row) => !asked.includes(row))
    const share = (cases: readonly Case[]) =>
      `${cases.filter((row) => !isExcepted(row)).length} of ${cases.length} cases of ` +
      `${new Set(cases.map(({ format }) => format)).size} formats`
    process.stderr.write(
      `vectors lockfiles: ${share(asked)} agree, and ${share(extra)} besides; not supported: ` +
        `${notSupported.length} cases of ` +
        `${[...new Set(notSupported.map(({ format }) => format))].join(', ')}; without fixture: ` +
        `${rows.length - existing.length}\n`,
    )
    for (const { fixture, reason } of disagreements)
      process.stderr.write(`vectors lockfiles: ${fixture} is read otherwise: ${reason}\n`)
    expect(asked.filter(isExcepted).length / asked.length).toBeLessThanOrEqual(0.01)
    expect(asked.length).toBeGreaterThanOrEqual(50)
  })

  it('disagree no more where they are said to', () => {
    for (const row of supported.filter(isExcepted)) {
      const { wanted, found } = comparison(row)
      expect(found, row.fixture).not.toEqual(wanted)
    }
  })
})
