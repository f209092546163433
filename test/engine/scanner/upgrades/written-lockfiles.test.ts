import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planFolderUpgrades } from '../../../../src/engine/scanner/upgrades/upgrades.ts'
import { TooCostly, WorkBudget } from '../../../../src/engine/inventory/work-budget.ts'
import { publishedNames } from '../../../../src/engine/scanner/upgrades/published-names.ts'
import { unmetRequest } from '../../../../src/engine/scanner/upgrades/writing/unmet-request.ts'
import type { ScanContext } from '../../../../src/engine/scanner/scan-context.ts'
import { advisory, lockOf, projectFolder, upgradeEngine } from './upgrade-engine.ts'

const kept = { integrity: 'sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }

/** Writes the plan of a project. Returns the versions in the lockfile by place, or why it was not written. */
async function written(context: ScanContext, manifest: object, lock: object): Promise<object | string | undefined> {
  const { path } = projectFolder({ 'package.json': manifest, 'package-lock.json': lock })
  const { planned } = await planFolderUpgrades(
    { context, signal: AbortSignal.timeout(60_000) },
    { type: 'folder', path },
    { strategy: 'in-range', writes: true },
  )
  const [only] = planned
  if (only?.failure !== undefined) return only.failure.message
  const after = JSON.parse(readFileSync(join(path, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version?: string }>>
  }
  return Object.fromEntries(Object.entries(after.packages).map(([place, { version }]) => [place, version]))
}

describe('the check of a written lockfile', { timeout: 60_000 }, () => {
  it('accepts two versions that one range allows', async () => {
    const context = await upgradeEngine({
      npm: {
        'web@1.0.0': { dependencies: { leaf: '^1.0.0' } },
        'flawed@1.0.0': {},
        'flawed@1.2.0': { dependencies: { leaf: '^1.5.0' } },
        'leaf@1.0.0': {},
        'leaf@1.5.0': {},
        'leaf@2.0.0': {},
      },
      advisories: [advisory('GHSA-1', 'flawed', { fixed: '1.2.0' })],
    })
    const dependencies = { web: '^1.0.0', flawed: '^1.0.0', leaf: '2.0.0' }
    const lock = lockOf(dependencies, {
      web: { version: '1.0.0', dependencies: { leaf: '^1.0.0' }, ...kept },
      'web/node_modules/leaf': { version: '1.0.0', ...kept },
      flawed: { version: '1.0.0', ...kept },
      leaf: { version: '2.0.0', ...kept },
    })
    expect(await written(context, { name: 'shop', dependencies }, lock)).toEqual({
      '': undefined,
      'node_modules/web': '1.0.0',
      'node_modules/web/node_modules/leaf': '1.0.0',
      'node_modules/flawed': '1.2.0',
      'node_modules/flawed/node_modules/leaf': '1.5.0',
      'node_modules/leaf': '2.0.0',
    })
  })
})

it('releases the dependents of a vulnerable version, but not those of another version of the package', async () => {
  const context = await upgradeEngine({
    npm: {
      'web@1.0.0': { dependencies: { leaf: '1.0.0' } },
      'web@1.1.0': { dependencies: { leaf: '1.0.5' } },
      'other@1.0.0': { dependencies: { leaf: '^2.0.0' } },
      'other@1.1.0': { dependencies: { leaf: '^2.0.0' } },
      'leaf@1.0.0': {},
      'leaf@1.0.5': {},
      'leaf@2.0.0': {},
    },
    advisories: [advisory('GHSA-1', 'leaf', { fixed: '1.0.5' })],
  })
  const dependencies = { web: '^1.0.0', other: '^1.0.0' }
  const lock = lockOf(dependencies, {
    web: { version: '1.0.0', dependencies: { leaf: '1.0.0' }, ...kept },
    'web/node_modules/leaf': { version: '1.0.0', ...kept },
    other: { version: '1.0.0', dependencies: { leaf: '^2.0.0' }, ...kept },
    leaf: { version: '2.0.0', ...kept },
  })
  expect(await written(context, { name: 'shop', dependencies }, lock)).toMatchObject({
    'node_modules/web': '1.1.0',
    'node_modules/other': '1.0.0',
  })
}, 60_000)

describe('a project that depends on its own name', { timeout: 60_000 }, () => {
  const manifest = { name: 'shop', dependencies: { tool: '^1.0.0' } }
  const open = () =>
    upgradeEngine({
      npm: {
        'tool@1.0.0': { dependencies: { shop: '^0.9.0', flawed: '^1.0.0' } },
        'shop@0.9.0': {},
        'flawed@1.0.0': {},
        'flawed@1.2.0': {},
      },
      advisories: [advisory('GHSA-1', 'flawed', { fixed: '1.2.0' })],
    })
  const lockWith = (resolved: string) => {
    const shop = { version: '0.9.0', ...kept, resolved }
    return lockOf(manifest.dependencies, {
      tool: { version: '1.0.0', dependencies: { shop: '^0.9.0', flawed: '^1.0.0' }, ...kept },
      shop,
      flawed: { version: '1.0.0', ...kept },
    })
  }

  it('keeps the version that the lockfile installs from the registry', async () => {
    const context = await open()
    const [origin] = context.sources.npmRegistry.origins
    expect(await written(context, manifest, lockWith(`${origin}/shop/-/shop-0.9.0.tgz`))).toMatchObject({
      'node_modules/shop': '0.9.0',
      'node_modules/flawed': '1.2.0',
    })
  })

  it('does not ask the registry for a name that the lockfile installs from elsewhere', async () => {
    expect(await written(await open(), manifest, lockWith('https://private.example/shop/-/shop-0.9.0.tgz'))).toBe(
      'Assay cannot write package-lock.json, because it cannot resolve all dependencies. shop: a project in this ' +
        'repository has this name, so Assay did not ask a registry for it.',
    )
  })
})

describe('an unmet request', () => {
  const project = { dependencies: { web: '^1.0.0' } }
  const manifests = new Map([['', project]])
  const web = { version: '1.0.0', dependencies: { leaf: '^1.0.0' } }
  const isOverridden = () => false

  it.each([
    [{ 'node_modules/web': web }, 'leaf ^1.0.0 of web'],
    [{ 'node_modules/web': web, 'node_modules/leaf': { version: '2.0.0' } }, 'leaf ^1.0.0 of web'],
    [{ 'node_modules/web': web, 'node_modules/leaf': { version: '1.0.0', name: 'other' } }, 'leaf ^1.0.0 of web'],
    [{ 'node_modules/leaf': { version: '1.0.0' } }, 'web ^1.0.0 of the project'],
    [{ 'node_modules/web': { version: '2.0.0' } }, 'web ^1.0.0 of the project'],
    [{ 'node_modules/web': web, 'node_modules/other/node_modules/leaf': { version: '1.0.0' } }, 'leaf ^1.0.0 of web'],
  ])('is found in %j', (packages, expected) => {
    expect(unmetRequest({ lock: { packages }, manifests, isOverridden })).toBe(expected)
  })

  it.each([
    [{ 'node_modules/web': web, 'node_modules/leaf': { version: '1.4.0' } }],
    [
      {
        'node_modules/web': web,
        'node_modules/leaf': { version: '2.0.0' },
        'node_modules/web/node_modules/leaf': { version: '1.4.0' },
      },
    ],
    [{ 'node_modules/web': { ...web, inBundle: true } }],
    [{ 'node_modules/web': { ...web, bundleDependencies: ['leaf'] } }],
    [{ 'node_modules/web': web, 'node_modules/web/node_modules/leaf': { version: '2.0.0', inBundle: true } }],
    [
      {
        'node_modules/web': { ...web, hasShrinkwrap: true },
        'node_modules/web/node_modules/leaf': { version: '2.0.0' },
      },
    ],
    [{ 'node_modules/web': { ...web, optionalDependencies: web.dependencies } }],
  ])('is not found in %j', (packages) => {
    expect(unmetRequest({ lock: { packages }, manifests, isOverridden })).toBeUndefined()
  })

  it('is found in a lockfile of version 1', () => {
    const lock = (leaf: string) => ({
      dependencies: {
        web: { version: '1.0.0', requires: { leaf: '^1.0.0', two: 'npm:leaf@^2.0.0' } },
        leaf: { version: leaf },
        two: { version: 'npm:leaf@2.1.0' },
      },
    })
    expect(['1.4.0', '2.0.0'].map((leaf) => unmetRequest({ lock: lock(leaf), manifests, isOverridden }))).toEqual([
      undefined,
      'leaf ^1.0.0 of web',
    ])
  })

  it('for development replaces another request of the project', () => {
    const of = (version: string) =>
      unmetRequest({
        lock: { packages: { 'node_modules/leaf': { version } } },
        manifests: new Map([['', { dependencies: { leaf: '^1.0.0' }, devDependencies: { leaf: '^2.0.0' } }]]),
        isOverridden,
      })
    expect([of('2.1.0'), of('1.1.0')]).toEqual([undefined, 'leaf ^2.0.0 of the project'])
  })

  it('is not searched for without a limit', () => {
    const places = Array.from({ length: 200 }, (_, depth) => 'node_modules/web/'.repeat(depth + 1).slice(0, -1))
    const packages = Object.fromEntries(places.map((place) => [place, web]))
    const lock = { packages: { ...packages, 'node_modules/leaf': { version: '1.0.0' } } }
    expect(unmetRequest({ lock, manifests, isOverridden }, new WorkBudget(25_000))).toBeUndefined()
    expect(() => unmetRequest({ lock, manifests, isOverridden }, new WorkBudget(15_000))).toThrow(TooCostly)
  })

  it('accepts any version of an overridden package', () => {
    const packages = { 'node_modules/web': web, 'node_modules/leaf': { version: '2.0.0' } }
    expect(unmetRequest({ lock: { packages }, manifests, isOverridden: (name) => name === 'leaf' })).toBeUndefined()
  })

  it('of a workspace member is found from its folder', () => {
    const of = (version: string) =>
      unmetRequest({
        lock: {
          packages: { 'node_modules/leaf': { version: '2.0.0' }, 'packages/a/node_modules/leaf': { version } },
        },
        manifests: new Map([
          ['', {}],
          ['packages/a', { dependencies: { leaf: '^1.0.0' } }],
        ]),
        isOverridden,
      })
    expect([of('1.2.0'), of('2.0.0')]).toEqual([undefined, 'leaf ^1.0.0 of packages/a'])
  })

  it('of a workspace member inside another one is found from both folders', () => {
    const packages = { 'node_modules/leaf': { version: '2.0.0' }, 'a/node_modules/leaf': { version: '1.0.0' } }
    const inner = new Map([['a/b', { dependencies: { leaf: '^2.0.0' } }]])
    expect(unmetRequest({ lock: { packages }, manifests: inner, isOverridden })).toBe('leaf ^2.0.0 of a/b')
  })
})

describe('the names that a lockfile proves to be published', () => {
  const npm = 'https://npm.example'
  const registry = { addressOf: (name: string) => (name.startsWith('@corp/') ? 'https://corp.example' : `${npm}/`) }
  const namesIn = (lock: object) => [...publishedNames(JSON.stringify(lock), registry)]
  const entry = (resolved: string, name?: string) => ({
    version: '0.9.0',
    resolved,
    ...(name !== undefined && { name }),
  })

  it('are those from the registry that would be asked', () => {
    const packages = {
      '': { name: 'shop', version: '0.9.0', resolved: `${npm}/shop/-/shop-0.9.0.tgz` },
      'node_modules/a': entry(`${npm}/a/-/a-0.9.0.tgz`),
      'node_modules/a/node_modules/@corp/b': entry('https://corp.example/@corp/b/-/b-0.9.0.tgz'),
      'node_modules/alias': entry(`${npm}/real/-/real-0.9.0.tgz`, 'real'),
      'node_modules/shop': entry('https://corp.example/shop/-/shop-0.9.0.tgz'),
      'node_modules/other': entry(`${npm}/real/-/real-0.9.0.tgz`),
      'packages/member': entry(`${npm}/member/-/member-0.9.0.tgz`),
    }
    expect(namesIn({ packages })).toEqual(['a', '@corp/b', 'real'])
  })

  it('are no aliases in version 1', () => {
    const dependencies = {
      shop: { version: 'npm:real@0.9.0', resolved: `${npm}/real/-/real-0.9.0.tgz` },
      a: { ...entry(`${npm}/a/-/a-0.9.0.tgz`), dependencies: { b: entry(`${npm}/b/-/b-0.9.0.tgz`) } },
    }
    expect(namesIn({ dependencies })).toEqual(['a', 'b'])
  })

  it.each(['', '[]', '{', '{"packages": 7}'])('are none in %j', (text) => {
    expect([...publishedNames(text, registry)]).toEqual([])
  })
})
