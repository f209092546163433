import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { planFolderUpgrades } from '../../../../src/engine/scanner/upgrades/upgrades.ts'
import { advisory, lockOf, projectFolder, upgradeEngine, type UpgradeWorld } from './upgrade-engine.ts'

const world: UpgradeWorld = {
  npm: { 'flawed@1.0.0': {}, 'flawed@1.2.0': {}, 'leaf@1.0.0': {} },
  advisories: [advisory('GHSA-1', 'flawed', { fixed: '1.2.0' })],
}

/** Returns why the plan of a folder is not written, and the names in the folder afterwards. */
async function refusalIn(path: string): Promise<readonly [string | undefined, readonly string[]]> {
  const { planned } = await planFolderUpgrades(
    { context: await upgradeEngine(world), signal: AbortSignal.timeout(60_000) },
    { type: 'folder', path },
    { strategy: 'minor', writes: true },
  )
  return [planned[0]?.failure?.message, readdirSync(path).sort()]
}

describe('a project that cannot be written completely', { timeout: 60_000 }, () => {
  it.each([
    ['dependencies', 'github:a/own', { 'node_modules/own': { version: '3.0.0', resolved: 'git+ssh://a/own.git#00' } }],
    ['devDependencies', 'https://a.example/own.tgz', { 'node_modules/own': { version: '3.0.0' } }],
    [
      'optionalDependencies',
      'file:./own',
      { 'node_modules/own': { resolved: 'own', link: true }, own: { version: '1.0.0', dependencies: { leaf: '1' } } },
    ],
  ])('keeps a lockfile with %s outside the registry: %s', async (part, spec, own) => {
    const requests = { dependencies: { flawed: '^1.0.0' } }
    const all = { ...requests, [part]: { ...(part === 'dependencies' && requests.dependencies), own: spec } }
    const { packages, ...lock } = lockOf({}, { flawed: { version: '1.0.0' } })
    const { path } = projectFolder({
      'package.json': { name: 'shop', ...all },
      'package-lock.json': { ...lock, packages: { ...packages, '': { name: 'shop', ...all }, ...own } },
    })
    expect(await refusalIn(path)).toEqual([
      'Assay cannot write the lockfile, because it does not resolve own: a folder, an archive, or a repository. ' +
        'Carry out the plan with npm.',
      ['package-lock.json', 'package.json'],
    ])
  })
})
