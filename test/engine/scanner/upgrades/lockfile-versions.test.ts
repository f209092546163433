import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { planFolderUpgrades } from '../../../../src/engine/scanner/upgrades/upgrades.ts'
import { advisory, projectFolder, upgradeEngine, type UpgradeWorld } from './upgrade-engine.ts'

const world: UpgradeWorld = {
  npm: {
    'web@1.0.0': { dependencies: { leaf: '^1.0.0', flawed: '^1.0.0' } },
    'flawed@1.0.0': {},
    'flawed@1.2.0': { dependencies: { extra: '^1.0.0' } },
    'extra@1.0.0': {},
    'leaf@1.0.0': {},
    'leaf@2.0.0': {},
  },
  advisories: [advisory('GHSA-1', 'flawed', { fixed: '1.2.0' })],
}
const dependencies = { web: '1.0.0', flawed: '1.0.0', two: 'npm:leaf@2.0.0' }
const devDependencies = { leaf: '2.0.0' }
const manifest = { name: 'shop', version: '1.0.0', dependencies, devDependencies }

/** Digest in a lockfile. Such digests are kept, so it need not be that of the registry. */
const kept = { integrity: 'sha1-AAAAAAAAAAAAAAAAAAAAAAAAAAA=' }

/** The `dependencies` of a lockfile that npm 6 reads. */
const legacy = {
  flawed: { version: '1.0.0', ...kept },
  leaf: { version: '2.0.0', ...kept, dev: true },
  two: { version: 'npm:leaf@2.0.0', ...kept },
  web: {
    version: '1.0.0',
    ...kept,
    requires: { leaf: '^1.0.0', flawed: '^1.0.0' },
    dependencies: { leaf: { version: '1.0.0', ...kept } },
  },
}
const packages = {
  '': manifest,
  'node_modules/flawed': { version: '1.0.0', ...kept },
  'node_modules/leaf': { version: '2.0.0', ...kept, dev: true },
  'node_modules/two': { name: 'leaf', version: '2.0.0', ...kept },
  'node_modules/web': { version: '1.0.0', ...kept, dependencies: { leaf: '^1.0.0', flawed: '^1.0.0' } },
  'node_modules/web/node_modules/leaf': { version: '1.0.0', ...kept },
}

interface Lock {
  readonly lockfileVersion: number
  readonly packages?: Readonly<Record<string, object>>
  readonly dependencies?: Readonly<Record<string, { readonly version: string; readonly integrity?: string }>>
}

/** Writes the plan of a project with a lockfile. Returns the lockfile, or why it was not written. */
async function written(lock: object): Promise<Lock | string> {
  const { path } = projectFolder({
    'package.json': manifest,
    'package-lock.json': { name: 'shop', version: '1.0.0', requires: true, ...lock },
  })
  const { planned } = await planFolderUpgrades(
    { context: await upgradeEngine(world), signal: AbortSignal.timeout(60_000) },
    { type: 'folder', path },
    { strategy: 'minor', writes: true },
  )
  return planned[0]?.failure?.message ?? (JSON.parse(readFileSync(join(path, 'package-lock.json'), 'utf8')) as Lock)
}

const archive = { integrity: expect.stringMatching(/^sha\d+-/) as string }
const legacyAfter = {
  ...legacy,
  extra: { version: '1.0.0', ...archive },
  flawed: { version: '1.2.0', ...archive, requires: { extra: '^1.0.0' } },
}

describe('the version of a lockfile', { timeout: 60_000 }, () => {
  it('stays 1', async () => {
    expect(await written({ lockfileVersion: 1, dependencies: legacy })).toEqual({
      name: 'shop',
      version: '1.0.0',
      lockfileVersion: 1,
      requires: true,
      dependencies: legacyAfter,
    })
  })

  it('stays 2, with both parts', async () => {
    const lock = await written({ lockfileVersion: 2, packages, dependencies: legacy })
    expect(lock).toMatchObject({ lockfileVersion: 2, dependencies: legacyAfter })
    expect(typeof lock === 'string' ? lock : lock.packages?.['node_modules/flawed']).toMatchObject({
      version: '1.2.0',
      ...archive,
      dependencies: { extra: '^1.0.0' },
    })
  })

  it('stays 3, with one part', async () => {
    const lock = await written({ lockfileVersion: 3, packages })
    expect(lock).toMatchObject({ lockfileVersion: 3 })
    expect(lock).not.toHaveProperty('dependencies')
  })

  it('is refused if it is unknown', async () => {
    expect(await written({ lockfileVersion: 4, packages })).toBe(
      'The lockfile has version 4, but Assay writes versions 1, 2, and 3. Carry out the plan with npm.',
    )
  })
})
