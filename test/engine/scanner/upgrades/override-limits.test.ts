import { describe, expect, it } from 'vitest'
import { advisory, changesOf, planOf } from './upgrade-engine.ts'

const npm = {
  'web@1.0.0': { dependencies: { flawed: '1.0.0' } },
  'new@1.0.0': { dependencies: { flawed: '^1.4.0' } },
  'flawed@1.0.0': {},
  'flawed@1.2.0': {},
  'flawed@1.4.0': {},
  'flawed@2.0.0': {},
  'flawed@2.1.0': {},
}
const world = { npm, advisories: [advisory('GHSA-1', 'flawed', { fixed: '1.2.0' })] }

describe('the limits of a plan', () => {
  it('an override does not downgrade a newer copy', async () => {
    const plan = await planOf(world, { 'package.json': { name: 'shop', dependencies: { web: '1.0.0', new: '1.0.0' } } })
    expect(changesOf(plan)).toEqual(['override flawed 1.0.0 → 1.4.0: GHSA-1'])
  })

  it.each([
    [{ packageManager: 'pnpm@9.0.0' }, {}],
    [
      {},
      {
        'yarn.lock':
          '# yarn lockfile v1\n\n\nflawed@1.0.0:\n  version "1.0.0"\n\nweb@1.0.0:\n  version "1.0.0"\n' +
          '  dependencies:\n    flawed "1.0.0"\n',
      },
    ],
  ])('overrides nothing if another package manager installs the project: %j', async (fields, files) => {
    const manifest = { name: 'shop', ...fields, dependencies: { web: '1.0.0' } }
    const plan = await planOf(world, { 'package.json': manifest, ...files })
    expect([plan.changes, plan.remaining.map(({ id }) => id)]).toEqual([[], ['GHSA-1']])
  })

  it('minor moves no workspace member to the major version of another one', async () => {
    const plan = await planOf(
      { npm, advisories: [advisory('GHSA-1', 'flawed', { fixed: '2.1.0' })] },
      {
        'package.json': { name: 'shop', workspaces: ['a'], dependencies: { flawed: '1.0.0' } },
        'a/package.json': { name: 'a', version: '1.0.0', dependencies: { flawed: '2.0.0' } },
      },
    )
    expect(plan.changes).toEqual([])
    expect(plan.remaining[0]?.reason).toBe(
      'Fixed in 2.1.0, but the upgrade conflicts with a workspace member that requires another major version.',
    )
  })
})
