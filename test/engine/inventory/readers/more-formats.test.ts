import { describe, expect, it } from 'vitest'
import { manifestReaders } from '../../../../src/engine/inventory/readers/catalogue.ts'
import { cyclonedx } from '../../../../src/engine/inventory/readers/sbom/cyclonedx.ts'
import { dpkgStatus } from '../../../../src/engine/inventory/readers/system/dpkg-status.ts'
import { spdx } from '../../../../src/engine/inventory/readers/sbom/spdx.ts'
import { projectInventoryOf, told } from '../project-inventory-of.ts'
import { packageLines, readFiles, requestLines } from './support/read-files.ts'
import { samples } from './support/samples.ts'

/** The packages of each sample with their lines, followed by the requests with theirs. */
const wanted: Readonly<Record<string, readonly string[]>> = {
  'apk-installed': ['2 a@1.0-r0', '9 web@2.0_p1-r3'],
  cyclonedx: ['1 @s/a@1.0.0 direct', '1 web/b@2.0 transitive', '1 d pkg:pypi/d dev: the document has no version'],
  'dist-info': ['2 a@1.0'],
  'dpkg-status': ['1 a@1:1.0-2', '11 b (nothing): its entry has no version'],
  spdx: ['8 web:a@1.0 direct', '13 b@2.0 direct dev'],
  'cabal-freeze': ['2 a@1.0', '3 web@2.0.1'],
  'cartfile-resolved': [
    '1 shop/a@1.0.0',
    '2 https://git.example/b.git 0123456789012345678901234567890123456789: the requested version is a commit',
    '3 https://files.example/web.json 2.0: it is a binary at a URL',
  ],
  'conan-lock': ['1 a@1.0 (requires)', '1 b@2.0 (requires)', '1 web@3.0 dev (build-requires)'],
  'conda-environment': [
    '5 a@1.0 direct',
    '9 web@1.0 direct (pip)',
    '6 b >=2: no lockfile pins its version',
    '10 -r other.txt -r other.txt: it is an option of pip, which is not read here',
  ],
  'conda-lock': ['5 a@1.0', '12 b@2.0 dev (dev)'],
  'cpanfile-snapshot': ['3 a@1.0', '9 b@2.0.1'],
  gemfile: [
    '2 a@1.0 direct',
    '5 web@3.0 direct dev (test)',
    '3 b ~> 2.0: no lockfile pins its version; commit Gemfile.lock',
    "7 gem name, '1' gem name, '1': code computes it, which Assay does not run",
  ],
  gemspec: ['4 a@1.0 direct', '5 b ~> 2.0, >= 2.0.1 dev: no lockfile pins its version'],
  'gradle-build': [
    '4 shop:a@1.0 direct',
    '5 shop:t@2.0 direct dev (testImplementation)',
    '8 shop:b (nothing): the build script has no version; a platform sets it',
    '9 shop:c 1.+: the build script has a dynamic version, and no lockfile pins the version',
    '10 deps.d deps.d: the build script computes it in code, which Assay does not execute',
  ],
  'gradle-catalog': [
    '5 shop:a@1.0 direct (catalog)',
    '6 shop:b@1.0 direct (catalog)',
    '10 shop.web:shop.web.gradle.plugin@2.0 direct dev (plugin)',
    '7 shop:c [1,2): the catalog has a version range, and no lockfile pins the version',
  ],
  'gradle-verification': ['4 shop:a@1.0 (verification)', '5 shop:b@2.0 (verification)'],
  'package-resolved': [
    '1 git.example/shop/a@1.0.0',
    '1 git.example/shop/b main: it is pinned to a branch or a commit, not to a version',
  ],
  'paket-lock': [
    '3 a@1.0',
    '5 b@2.0',
    '12 web@3.0 dev (Test)',
    '8 web.fs shop/web#0123456789012345678901234567890123456789: it comes from a git repository',
  ],
  'podfile-lock': [
    '2 a@1.0 direct',
    '4 b@2.0 transitive',
    '5 web ../web: it does not come from the registry of CocoaPods',
  ],
  'rebar-lock': ['3 a@1.0', '4 web https://git.example/web.git: it comes from a git repository'],
  'renv-lock': ['1 a@1.0-1', '1 b 2.0: it comes from GitHub, not from CRAN'],
  'stack-lock': [
    '3 a@1.0',
    '8 https://git.example/web.git https://git.example/web.git: it comes from a git repository',
    '14 https://files.example/lts.yaml https://files.example/lts.yaml: it is the snapshot of Stack, whose packages ' +
      'the lockfile does not list',
  ],
  'vcpkg-json': [
    '1 a@1.0',
    '1 b 2.0: the baseline of the registry determines its version',
    '1 web (nothing) dev: the baseline of the registry determines its version',
  ],
}

describe.each(Object.entries(wanted))('%s', (id, lines) => {
  it('lists packages and requests with their lines', () => {
    const reader = manifestReaders.find((candidate) => candidate.id === id)
    const { path, text } = samples[id] ?? { path: '', text: '' }
    if (reader === undefined) throw new Error(`no reader is named ${id}`)
    const reading = readFiles(reader, { [path]: text })
    expect([
      ...packageLines(reading).map((line, index) => `${reading.packages[index]?.line} ${line}`),
      ...requestLines(reading).map((line, index) => `${reading.requests[index]?.line} ${line}`),
    ]).toEqual(lines)
  })
})

describe('requirements.in', () => {
  it('is read, and leaves versions to the compiled file beside it', async () => {
    expect(told(await projectInventoryOf({ 'requirements.in': 'a==1.0\nb>=2\n' }))).toEqual(['a@1.0 direct'])
    const compiled = await projectInventoryOf({ 'requirements.in': 'b>=2\n', 'requirements.txt': 'b==2.5\n' })
    expect(told(compiled)).toEqual(['b@2.5 direct'])
    expect(compiled.unresolved).toEqual([])
  })
})

describe('files that others cover', () => {
  it('a version catalog and a Gemfile add nothing to lockfiles', async () => {
    const { components, unresolved } = await projectInventoryOf({
      'gradle.lockfile': 'shop:a:1.5=runtimeClasspath\n',
      'gradle/libs.versions.toml': '[libraries]\na = "shop:a:1.0"\nunused = "shop:x:1.0"\n',
      'ruby/Gemfile': "gem 'a', '~> 1'\n",
      'ruby/Gemfile.lock': 'GEM\n  specs:\n    a (1.2)\n\nDEPENDENCIES\n  a (~> 1)\n',
    })
    expect(components.map(({ name, version }) => `${name}@${version}`)).toEqual(['shop:a@1.5', 'a@1.2'])
    expect(unresolved).toEqual([])
  })

  it('a Gemfile without a lockfile names its requests with their file', async () => {
    const { unresolved, complete } = await projectInventoryOf({ Gemfile: "gem 'a', '~> 1'\n" })
    expect(unresolved.map(({ name, manifest }) => `${manifest}: ${name}`)).toEqual(['Gemfile: a'])
    expect(complete).toBe(false)
  })
})

describe('bills of materials and installed packages', () => {
  it('lists packages that dpkg has installed, not those that it removed or left half-installed', () => {
    const entries = [
      'install ok installed',
      'hold ok installed',
      'deinstall ok config-files',
      'install reinstreq half-installed',
      'purge ok not-installed',
      'install ok unpacked',
      undefined,
    ].map((status, index) => `Package: p${index}\n${status === undefined ? '' : `Status: ${status}\n`}Version: 1\n`)
    const text = entries.join('\n')
    expect(packageLines(readFiles(dpkgStatus, { 'var/lib/dpkg/status': text }))).toEqual(['p0@1', 'p1@1'])
    expect(packageLines(readFiles(dpkgStatus, { 'var/lib/dpkg/status.d/p6': entries[6] ?? '' }))).toEqual(['p6@1'])
  })

  it('reads CycloneDX in XML and SPDX in JSON', () => {
    const xml =
      '<?xml version="1.0"?>\n<bom xmlns="http://cyclonedx.org/schema/bom/1.5">\n<metadata><component bom-ref="shop">' +
      '<name>shop</name></component></metadata>\n<components>\n<component type="library" bom-ref="a"><name>a</name>' +
      '<version>1</version><purl>pkg:golang/git.example/a@1.0</purl><components>\n<component><name>b</name>' +
      '<version>2</version></component></components></component>\n</components><dependencies><dependency ref="shop">' +
      '<dependency ref="a"/></dependency></dependencies></bom>'
    const reading = readFiles(cyclonedx, { 'bom.xml': xml })
    expect(packageLines(reading)).toEqual(['git.example/a@1.0 direct', 'b@2 transitive'])
    expect(reading.packages.map(({ ecosystem, line }) => [ecosystem, line])).toEqual([
      ['Go', 5],
      ['generic', 6],
    ])
    const json = JSON.stringify({
      spdxVersion: 'SPDX-2.3',
      packages: [
        { SPDXID: 'p', name: 'shop' },
        {
          SPDXID: 'a',
          name: 'a',
          versionInfo: '1',
          externalRefs: [{ referenceType: 'purl', referenceLocator: 'pkg:deb/debian/a@1-2' }],
        },
        { SPDXID: 'b', name: 'b', versionInfo: '2' },
      ],
      documentDescribes: ['p'],
      relationships: [{ spdxElementId: 'p', relationshipType: 'DEPENDS_ON', relatedSpdxElement: 'a' }],
    })
    const other = readFiles(spdx, { 'shop.spdx.json': json })
    expect(packageLines(other)).toEqual(['a@1-2 direct', 'b@2 transitive'])
    expect(other.packages.map(({ ecosystem }) => ecosystem)).toEqual(['Debian', 'generic'])
  })

  it('reads the tree that npm installed, if no lockfile lists it', async () => {
    const tree = { lockfileVersion: 3, packages: { 'node_modules/a': { version: '1.0.0' } } }
    const files = {
      'package.json': { dependencies: { a: '^1' } },
      'node_modules/.package-lock.json': tree,
      'node_modules/a/node_modules/.package-lock.json': tree,
    }
    const inventory = await projectInventoryOf(files)
    expect(told(inventory)).toEqual(['a@1.0.0'])
    expect(inventory.unresolved).toEqual([])
    const locked = { lockfileVersion: 3, packages: { 'node_modules/a': { version: '1.5.0' } } }
    expect(told(await projectInventoryOf({ ...files, 'package-lock.json': locked }))).toEqual(['a@1.5.0'])
  })
})

describe('hostile entries', () => {
  it.each<[string, string, string]>([
    ['conan-lock', 'conan.lock', '{"requires":["a","/1","a/1/2/3",7,"a/"]}'],
    ['renv-lock', 'renv.lock', '{"Packages":{"__proto__":{"Version":"1"},"a":7}}'],
    ['package-resolved', 'Package.resolved', '{"pins":[7,null,{"location":"","state":7}]}'],
    ['rebar-lock', 'rebar.lock', '{"1.2.0",[{<<"a">>,{pkg,7}},{<<"b">>,{raw,"x"}}]}.'],
    [
      'gradle-catalog',
      'gradle/libs.versions.toml',
      '[libraries]\na = 7\nb = { version.ref = "gone", module = "a:b" }\n',
    ],
  ])('of %s are named or skipped, and nothing is thrown', (id, path, text) => {
    const reader = manifestReaders.find((candidate) => candidate.id === id)
    expect(() => reader && readFiles(reader, { [path]: text })).not.toThrow()
  })

  it('a gem with a computed name, an interpolated version, and a nested group', () => {
    const reader = manifestReaders.find(({ id }) => id === 'gemfile')
    const text =
      'group :a do\n  group :test do\n    gem "x#{1}", "1"\n    gem "y", "#{v}"\n  end\n  gem "z", ">= 1", ' +
      '"< 2"\nend\ngem "w", "2.0", group: [:development, :test]\n' +
      'gem "local", path: "../local"\ngem "g", git: "https://git.example"\n'
    const reading = reader && readFiles(reader, { Gemfile: text })
    expect(reading && packageLines(reading)).toEqual(['w@2.0 direct dev (development, test)'])
    expect(reading?.requests.map(({ name, requested, groups }) => [name, requested, groups])).toEqual([
      ['gem "x#{1}", "1"', 'gem "x#{1}", "1"', ['a', 'test']],
      ['y', '(nothing)', ['a', 'test']],
      ['z', '>= 1, < 2', ['a']],
      ['g', '(nothing)', []],
    ])
  })
})
