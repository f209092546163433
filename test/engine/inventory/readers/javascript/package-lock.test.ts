import { describe, expect, it } from 'vitest'
import { packageLock } from '../../../../../src/engine/inventory/readers/javascript/package-lock.ts'
import type { FileContent } from '../../project-snapshot.ts'
import { edgesOf, packagesOf, readingOf, requestsOf } from '../reading.ts'

const flat = (packages: object, lockfileVersion = 3) => ({ name: 'shop', version: '1.0.0', lockfileVersion, packages })
const read = (lock: FileContent, others: Record<string, FileContent> = {}) =>
  readingOf(packageLock, { 'package-lock.json': lock, ...others })

describe.each([2, 3])('version %i', (lockfileVersion) => {
  it('tells packages, who asks for them, and their marks', () => {
    const reading = read(
      flat(
        {
          '': {
            name: 'shop',
            version: '1.0.0',
            dependencies: { a: '^1', alias: 'npm:real@3' },
            devDependencies: { d: '1' },
            optionalDependencies: { o: '1' },
            peerDependencies: { p: '1' },
          },
          'node_modules/a': {
            version: '1.0.0',
            resolved: 'https://registry.example/a/-/a-1.0.0.tgz',
            dependencies: { b: '^2' },
          },
          'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { c: '1' } },
          'node_modules/b': { version: '1.0.0' },
          'node_modules/c': { version: '1.0.0', inBundle: true },
          'node_modules/alias': { name: 'real', version: '3.0.0' },
          'node_modules/d': { version: '1.0.0', dev: true },
          'node_modules/e': { version: '1.0.0', devOptional: true },
          'node_modules/o': { version: '1.0.0', optional: true },
          'node_modules/p': { version: '1.0.0', peer: true },
        },
        lockfileVersion,
      ),
    )
    expect(reading.project).toEqual({ name: 'shop', version: '1.0.0' })
    expect(packagesOf(reading)).toEqual([
      'a@1.0.0 direct',
      'b@2.0.0',
      'b@1.0.0',
      'c@1.0.0 bundled',
      'real@3.0.0 direct',
      'd@1.0.0 direct dev',
      'e@1.0.0 dev optional',
      'o@1.0.0 direct optional',
      'p@1.0.0 direct peer',
    ])
    expect(reading.packages.filter(({ dev }) => dev).map(({ name }) => name)).toEqual(['d'])
    expect(edgesOf(reading)).toEqual([
      ...['a', 'alias', 'o', 'p', 'd'].map((name) => `[] > node_modules/${name}`),
      'node_modules/a > node_modules/a/node_modules/b',
      'node_modules/a/node_modules/b > node_modules/c',
    ])
  })

  it('tells members of a workspace, which are projects and no packages', () => {
    const reading = read(
      flat(
        {
          '': { name: 'shop', workspaces: ['packages/*'] },
          'node_modules/@shop/web': { resolved: 'packages/web', link: true },
          'packages/web': {
            name: '@shop/web',
            version: '0.1.0',
            dependencies: { a: '1', '@shop/core': '*' },
            devDependencies: { a2: '1' },
          },
          'packages/web/node_modules/a': { version: '1.5.0' },
          'node_modules/@shop/core': { resolved: 'packages/core', link: true },
          'packages/core': { name: '@shop/core', dependencies: { a: '2' } },
          'node_modules/a': { version: '2.0.0' },
          'node_modules/a2': { version: '1.0.0', dev: true },
        },
        lockfileVersion,
      ),
    )
    expect(packagesOf(reading)).toEqual(['a@1.5.0 direct', 'a@2.0.0 direct', 'a2@1.0.0 direct dev'])
    expect(requestsOf(reading)).toEqual([])
    expect(reading.workspaces).toEqual(['packages/web', 'packages/core'])
    expect(reading.roots).toMatchObject([
      { folder: '', name: 'shop', requires: [] },
      {
        folder: 'packages/web',
        name: '@shop/web',
        version: '0.1.0',
        requires: ['packages/web/node_modules/a', 'packages/core', 'node_modules/a2'],
      },
      { folder: 'packages/core', name: '@shop/core', requires: ['node_modules/a'] },
    ])
  })
})

it('goes by `packages` where version 2 has both', () => {
  expect(
    packagesOf(
      read({ ...flat({ 'node_modules/a': { version: '1.0.0' } }, 2), dependencies: { a: { version: '9.0.0' } } }),
    ),
  ).toEqual(['a@1.0.0'])
})

it('reads npm-shrinkwrap.json, in any folder', () => {
  expect(
    ['package-lock.json', 'web/npm-shrinkwrap.json', 'package-lock.json.bak', 'my-package-lock.json'].filter((path) =>
      packageLock.reads(path),
    ),
  ).toEqual(['package-lock.json', 'web/npm-shrinkwrap.json'])
})

it('names what comes from elsewhere', () => {
  const reading = read(
    flat({
      'node_modules/g': { version: '1.0.0', resolved: 'git+ssh://git@example.com/g.git#abc' },
      'node_modules/r': { version: '1.0.0', resolved: 'https://codeload.example/r/tar.gz/abc' },
      'node_modules/wrong': { version: '2.0.0', resolved: 'https://registry.example/wrong/-/wrong-1.0.0.tgz' },
      'node_modules/t': { version: '1.0.0', resolved: 'file:../t.tgz' },
      'node_modules/out': { link: true, resolved: '../out' },
      'node_modules/gone': { link: true, resolved: 'gone' },
      '../out': { name: 'out', version: '1.0.0', dependencies: { n: '1' } },
      'node_modules/n': {},
      'node_modules/h': { name: 'not a name', version: '1.0.0' },
      'node_modules/..': { version: '1.0.0' },
      'node_modules/x': 'text',
    }),
  )
  expect(packagesOf(reading)).toEqual([])
  expect(requestsOf(reading)).toEqual([
    'g: it comes from a git repository (git+ssh://git@example.com/g.git#abc)',
    'r: it is an archive at a URL that does not belong to this version in a registry ' +
      '(https://codeload.example/r/tar.gz/abc)',
    'wrong: it is an archive at a URL that does not belong to this version in a registry ' +
      '(https://registry.example/wrong/-/wrong-1.0.0.tgz)',
    't: it is a folder or an archive on the disk of the lockfile author (file:../t.tgz)',
    'out: it is a folder or an archive on the disk of the lockfile author (../out)',
    'gone: it is a folder or an archive on the disk of the lockfile author (gone)',
    'n: the lockfile has no version ((nothing))',
    'h: the lockfile has no version (1.0.0)',
    '..: its entry in the lockfile could not be parsed (node_modules/..)',
    'x: its entry in the lockfile could not be parsed (node_modules/x)',
  ])
})

it.each([
  ['@s/a', 'https://registry.example/@s/a/-/a-1.0.0.tgz'],
  ['@s/a', 'https://npm.example/api/npm/@s%2fa/-/a-1.0.0.tgz'],
  ['@s/a', 'https://npm.example/@s/a/-/@s/a-1.0.0.tgz'],
  ['@s/a', 'https://npm.example/download/@s/a/1.0.0/abcdef'],
  ['@jsr/std__path', 'https://npm.example/~/11/@jsr/std__path/1.0.0.tgz'],
  ['a', 'http://registry.example/a/-/a-1.0.0.tgz'],
  ['a', ''],
])('takes %s@1.0.0 from %j', (name, resolved) => {
  expect(packagesOf(read(flat({ [`node_modules/${name}`]: { version: '1.0.0', resolved } })))).toEqual([
    `${name}@1.0.0`,
  ])
})

it.each([
  'https://evil.example/a/-/a-1.0.0.tgz?x=/b/-/b-1.0.0.tgz',
  'https://evil.example/b/-/b-1.0.0.tgz/../../../c/-/c-1.0.0.tgz',
  'https://evil.example/a-1.0.0.tgz',
  'ftp://registry.example/b/-/b-1.0.0.tgz',
  'https://evil.example/#/b/-/b-1.0.0.tgz',
])('does not take b@1.0.0 from %s', (resolved) => {
  expect(packagesOf(read(flat({ 'node_modules/b': { version: '1.0.0', resolved } })))).toEqual([])
})

it('takes a folder of the project for what it is, also where the lockfile lies beside it', () => {
  const files = {
    'web/package-lock.json': flat({
      '': { dependencies: { core: 'file:../core' } },
      'node_modules/core': { link: true, resolved: '../core' },
      '../core': { name: 'core', dependencies: { a: '1' } },
      'node_modules/a': { version: '1.0.0' },
      '../core/node_modules/a': { version: '2.0.0' },
    }),
    'core/package.json': {},
  }
  const reading = readingOf(packageLock, files)
  expect(packagesOf(reading)).toEqual(['a@1.0.0', 'a@2.0.0 direct'])
  expect(requestsOf(reading)).toEqual([])
  expect(reading.workspaces).toEqual(['../core'])
})

describe('version 1', () => {
  const nested = {
    lockfileVersion: 1,
    requires: true,
    dependencies: {
      a: {
        version: '1.0.0',
        requires: { b: '^2', c: '1' },
        dependencies: { b: { version: '2.0.0', requires: { c: '1' } } },
      },
      b: { version: '1.0.0' },
      c: { version: '1.0.0', bundled: true },
      d: { version: '1.0.0', dev: true },
      o: { version: '1.0.0', optional: true },
      '@s/alias': { version: 'npm:@t/real@4.0.0' },
      g: { version: 'git+https://example.com/g.git#abc', from: 'g@git+https://example.com/g.git' },
      h: { version: 'github:x/h#abc' },
      f: { version: 'file:f' },
      r: { version: 'https://example.com/r.tgz' },
    },
  }

  it('nests as the folders do, and learns from package.json what the project asks for', () => {
    const reading = read(nested, {
      'package.json': { dependencies: { a: '^1' }, devDependencies: { d: '*' } },
      'f/package.json': {},
    })
    expect(packagesOf(reading)).toEqual([
      'a@1.0.0 direct',
      'b@1.0.0',
      'c@1.0.0 bundled',
      'd@1.0.0 direct dev',
      'o@1.0.0 optional',
      '@t/real@4.0.0',
      'b@2.0.0',
    ])
    expect(edgesOf(reading).filter((edge) => edge.includes('node_modules/b') || edge.startsWith('['))).toEqual([
      '[] > node_modules/a',
      '[] > node_modules/d',
      'node_modules/a > node_modules/a/node_modules/b',
      'node_modules/a/node_modules/b > node_modules/c',
    ])
    expect(requestsOf(reading).map((text) => text.split(' (')[0])).toEqual([
      'g: it comes from a git repository',
      'h: it comes from a git repository',
      'r: it is an archive at a URL that does not belong to this version in a registry',
    ])
  })

  it('does not guess without it', () => {
    const reading = read(nested)
    expect(reading.packages.every(({ direct }) => direct === undefined)).toBe(true)
    expect(reading.requests.map(({ name }) => name)).toEqual(['g', 'h', 'f', 'r'])
  })
})

it.each([
  ['[]', 'is not a JSON object'],
  ['{', 'is not JSON'],
  ['{"packages": []}', 'has packages that are no object'],
  ['{"dependencies": 1}', 'has dependencies that are no object'],
])('is no lockfile: %s', (text, problem) => {
  expect(() => read(text)).toThrow(problem)
})

it('lists nothing for an empty one', () => {
  expect(read({})).toMatchObject({ packages: [], requests: [] })
})
