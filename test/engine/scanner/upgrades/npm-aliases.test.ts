import { describe, expect, it } from 'vitest'
import { changedRequirement } from '../../../../src/engine/scanner/upgrades/npm-requirement.ts'
import { advisory, changesOf, planOf, type UpgradeWorld } from './upgrade-engine.ts'

const world: UpgradeWorld = {
  npm: { 'flawed@1.0.0': {}, 'flawed@1.2.0': {}, 'flawed@2.0.0': {}, 'flawed@2.3.0': {}, 'web@1.0.0': {} },
  advisories: [
    advisory('GHSA-1', 'flawed', { fixed: '1.2.0' }),
    advisory('GHSA-2', 'flawed', { from: '2.0.0', fixed: '2.3.0' }),
  ],
}
const manifest = (dependencies: Readonly<Record<string, string>>) => ({
  'package.json': { name: 'shop', dependencies },
})

describe('an alias of a package', { timeout: 60_000 }, () => {
  it('is upgraded within its own major version, beside the package itself', async () => {
    const plan = await planOf(world, manifest({ flawed: '^2.0.0', old: 'npm:flawed@1.0.0' }))
    expect(plan.changes.flatMap(({ edits }) => edits.map(({ name, from, to }) => [name, from, to]))).toEqual([
      ['old', 'npm:flawed@1.0.0', 'npm:flawed@1.2.0'],
    ])
    expect([changesOf(plan), plan.remaining]).toEqual([['requirement flawed 1.0.0 → 1.2.0: GHSA-1'], []])
  })

  it('is no reason to change a package of the name', async () => {
    const plan = await planOf(world, manifest({ flawed: 'npm:web@1.0.0' }))
    expect([plan.before, plan.changes]).toEqual([0, []])
  })

  it('is left if workspace members give it to several packages', async () => {
    const plan = await planOf(world, {
      'package.json': { name: 'shop', workspaces: ['a'], dependencies: { x: 'npm:flawed@1.0.0' } },
      'a/package.json': { name: 'a', version: '1.0.0', dependencies: { x: 'npm:web@1.0.0' } },
    })
    expect([plan.changes, plan.remaining.map(({ id }) => id)]).toEqual([[], ['GHSA-1']])
  })
})

describe('the changed requirement of an alias', () => {
  it.each([
    ['npm:flawed@^1.0.0', 'npm:flawed@^2.3.0'],
    ['npm:@scope/flawed@~1.0.0', 'npm:@scope/flawed@~2.3.0'],
    ['npm:flawed', 'npm:flawed'],
    ['npm:flawed@latest', 'npm:flawed@latest'],
    ['npm:flawed@>=1', 'npm:flawed@>=1'],
    ['npm:flawed@1 || 1.4', 'npm:flawed@^2.3.0'],
  ])('of %j is %j', (written, changed) => {
    expect(changedRequirement(written, '2.3.0')).toBe(changed)
  })
})
