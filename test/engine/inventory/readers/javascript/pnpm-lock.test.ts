import { describe, expect, it } from 'vitest'
import { dependencyReasonText } from '../../../../../src/engine/inventory/reasons/dependency-reasons.ts'
import { pnpmLock } from '../../../../../src/engine/inventory/readers/javascript/pnpm-lock.ts'
import type { FileContent } from '../../project-snapshot.ts'
import { edgesOf, packagesOf, readingOf, requestsOf } from '../reading.ts'

const read = (text: string, others: Record<string, FileContent> = {}) =>
  readingOf(pnpmLock, { 'pnpm-lock.yaml': text, ...others })
const expected = ['@s/a@1.1.0 direct', 'b@2.0.1', 'd@1.10.0 direct dev', 'o@1.0.0 direct optional', 'real@3.0.0 direct']

describe.each(['5.0', '5.1', '5.3', '5.4'])('version %s', (version) => {
  it('keys by /name/version_peers', () => {
    const reading = read(`
lockfileVersion: ${version}
specifiers:
  '@s/a': ^1.0.0
dependencies:
  '@s/a': 1.1.0_b@2.0.1
  alias: /real/3.0.0
devDependencies:
  d: 1.10.0
optionalDependencies:
  o: 1.0.0
packages:
  /@s/a/1.1.0_b@2.0.1:
    resolution: {integrity: sha512-AA==}
    peerDependencies: {b: '2'}
    dependencies:
      b: 2.0.1
    dev: false
  /b/2.0.1:
    resolution: {integrity: sha512-AA==}
    dev: false
  /d/1.10.0:
    resolution: {integrity: sha512-AA==}
    dev: true
  /o/1.0.0:
    resolution: {integrity: sha512-AA==}
    optional: true
    dev: false
  /real/3.0.0:
    resolution: {integrity: sha512-AA==}
    dev: false
`)
    expect(packagesOf(reading)).toEqual(expected)
    expect(edgesOf(reading)).toEqual([
      '[] > /@s/a/1.1.0_b@2.0.1',
      '[] > /real/3.0.0',
      '[] > /o/1.0.0',
      '[] > /d/1.10.0',
      '/@s/a/1.1.0_b@2.0.1 > /b/2.0.1',
    ])
  })

  it('keys what is not of the registry by where it is', () => {
    const reading = read(`
lockfileVersion: ${version}
packages:
  registry.example/c/1.0.0:
    resolution: {integrity: sha512-AA==}
  registry.example/@s/c/1.0.0_react@17.0.2:
    resolution: {integrity: sha512-AA==}
  github.com/x/g/0123:
    resolution: {tarball: https://codeload.example/x/g/tar.gz/0123}
    name: g
    version: 1.0.0
  file:../f:
    resolution: {directory: ../f, type: directory}
    name: f
    version: 1.0.0
  '@codeload.example/x':
    resolution: {type: git, repo: https://git.example/x.git, commit: '0123'}
    name: x
    version: 1.0.0
`)
    expect(packagesOf(reading)).toEqual(['c@1.0.0', '@s/c@1.0.0'])
    expect(requestsOf(reading)).toEqual([
      'g: it is an archive at a URL that does not belong to this version in a registry ' +
        '(https://codeload.example/x/g/tar.gz/0123)',
      'f: it is a folder or an archive on the disk of the lockfile author (1.0.0)',
      'x: it comes from a git repository (https://git.example/x.git)',
    ])
  })
})

describe.each(['6.0', '6.1'])('version %s', (version) => {
  it('keys by /name@version(peers)', () => {
    const reading = read(`
lockfileVersion: '${version}'
settings:
  autoInstallPeers: true
dependencies:
  '@s/a':
    specifier: ^1.0.0
    version: 1.1.0(b@2.0.1)(@s/c@1.0.0)
  alias:
    specifier: npm:real@3
    version: /real@3.0.0
devDependencies:
  d:
    specifier: '*'
    version: 1.10.0
optionalDependencies:
  o: {specifier: 1.0.0, version: 1.0.0}
packages:
  /@s/a@1.1.0(b@2.0.1)(@s/c@1.0.0):
    resolution: {integrity: sha512-AA==}
    dependencies:
      b: 2.0.1
    dev: false
  /b@2.0.1:
    resolution: {integrity: sha512-AA==}
    dev: false
  /d@1.10.0:
    resolution: {integrity: sha512-AA==}
    dev: true
  /o@1.0.0:
    resolution: {integrity: sha512-AA==}
    dev: false
    optional: true
  /real@3.0.0:
    resolution: {integrity: sha512-AA==}
    dev: false
`)
    expect(packagesOf(reading)).toEqual(expected)
    expect(edgesOf(reading)).toContain('/@s/a@1.1.0(b@2.0.1)(@s/c@1.0.0) > /b@2.0.1')
  })
})

describe.each(['7.0', '9.0'])('version %s', (version) => {
  const lock = `
lockfileVersion: '${version}'
catalogs:
  default:
    b: {specifier: ^2.0.0, version: 2.0.1}
importers:
  .:
    dependencies:
      '@s/a':
        specifier: ^1.0.0
        version: 1.1.0(b@2.0.1)
      alias:
        specifier: npm:real@3
        version: real@3.0.0
      web:
        specifier: workspace:*
        version: link:packages/web
    optionalDependencies:
      o: {specifier: 1.0.0, version: 1.0.0}
  packages/web:
    dependencies:
      b:
        specifier: 'catalog:'
        version: 2.0.1
    devDependencies:
      d:
        specifier: '*'
        version: 1.10.0
packages:
  '@s/a@1.1.0':
    resolution: {integrity: sha512-AA==}
    peerDependencies: {b: '2'}
  b@2.0.1:
    resolution: {integrity: sha512-AA==, tarball: https://registry.example/b/-/b-2.0.1.tgz}
  d@1.10.0:
    resolution: {integrity: sha512-AA==}
  e@1.0.0:
    resolution: {integrity: sha512-AA==}
    deprecated: |-
      do not: use
      it
  g@https://codeload.example/x/g/tar.gz/0123:
    resolution: {tarball: https://codeload.example/x/g/tar.gz/0123}
    version: 1.0.0
  h@git+https://git.example/h.git#0123:
    resolution: {type: git, repo: https://git.example/h.git, commit: '0123'}
    version: 1.0.0
  i@file:../i:
    resolution: {directory: ../i, type: directory}
  o@1.0.0:
    resolution: {integrity: sha512-AA==}
  real@3.0.0:
    resolution: {integrity: sha512-AA==}
snapshots:
  '@s/a@1.1.0(b@2.0.1)':
    dependencies:
      b: 2.0.1
  b@2.0.1: {}
  d@1.10.0:
    dependencies:
      e: 1.0.0
      g: https://codeload.example/x/g/tar.gz/0123
  e@1.0.0: {}
  g@https://codeload.example/x/g/tar.gz/0123:
    dependencies:
      b: 2.0.1
  h@git+https://git.example/h.git#0123: {}
  i@file:../i: {}
  o@1.0.0:
    optional: true
  real@3.0.0: {}
`

  it('has packages, snapshots, importers and catalogs', () => {
    const reading = read(lock, { 'package.json': { name: 'shop', version: '1.0.0' } })
    expect(packagesOf(reading)).toEqual([
      '@s/a@1.1.0 direct',
      'b@2.0.1 direct',
      'd@1.10.0 direct dev',
      'e@1.0.0 dev',
      'o@1.0.0 direct optional',
      'real@3.0.0 direct',
    ])
    expect(reading.requests.map(({ name, dev, reason }) => [name, dev, dependencyReasonText(reason)])).toEqual([
      ['g', true, 'it is an archive at a URL that does not belong to this version in a registry'],
      ['h', false, 'it comes from a git repository'],
      ['i', false, 'it is a folder or an archive on the disk of the lockfile author'],
    ])
    expect(reading.workspaces).toEqual(['packages/web'])
    expect(reading.roots).toEqual([
      { folder: '', name: 'shop', version: '1.0.0', requires: ['@s/a@1.1.0(b@2.0.1)', 'real@3.0.0', 'o@1.0.0'] },
      { folder: 'packages/web', requires: ['b@2.0.1', 'd@1.10.0'], forDevelopment: ['d@1.10.0'] },
    ])
    expect(edgesOf(reading)).toContain('d@1.10.0 > g@https://codeload.example/x/g/tar.gz/0123')
  })

  it('may follow a document with the packages of the configuration', () => {
    const reading = read(
      `---\nlockfileVersion: '9.0'\nimporters:\n  .:\n    configDependencies:\n      plugin: {specifier: ` +
        `1.0.0, version: 1.0.0}\npackages:\n  plugin@1.0.0:\n    resolution: {integrity: ` +
        `sha512-AA==}\nsnapshots:\n  plugin@1.0.0: {}\n\n---\n${lock}`,
    )
    expect(packagesOf(reading).slice(0, 2)).toEqual(['plugin@1.0.0', '@s/a@1.1.0 direct'])
  })

  it('counts a version with two sets of peers once for each, by its own key', () => {
    const reading = read(
      `lockfileVersion: '9.0'\npackages:\n  a@1.0.0: {resolution: {integrity: x}}\nsnapshots:\n  ` +
        `a@1.0.0(b@1.0.0): {}\n  a@1.0.0(b@2.0.0): {}\n`,
    )
    expect(reading.packages.map(({ key, name, version }) => [key, name, version])).toEqual([
      ['a@1.0.0(b@1.0.0)', 'a', '1.0.0'],
      ['a@1.0.0(b@2.0.0)', 'a', '1.0.0'],
    ])
  })
})

it('reads more projects than a call takes arguments', () => {
  const importers = Array.from({ length: 140_000 }, (_, index) => `  m${index}: {}\n`).join('')
  expect(read(`lockfileVersion: '9.0'\nimporters:\n${importers}`).workspaces).toHaveLength(140_000)
})

it('lists nothing for an empty one', () => {
  expect(read('')).toMatchObject({ packages: [], requests: [] })
})

it.each([
  ['x: y', 'has no lockfileVersion'],
  ['- a', 'is not YAML'],
  ['packages: []\nlockfileVersion: 9.0', 'has packages that are no object'],
  ['a: &a\n  b: c\npackages: {x: *a, y: *a}', 'uses YAML aliases'],
])('is no lockfile: %j', (text, problem) => {
  expect(() => read(text)).toThrow(problem)
})
