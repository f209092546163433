import { describe, expect, it } from 'vitest'
import { advisory, changesOf, lockOf, planOf } from './upgrade-engine.ts'

const shop = (dependencies: Readonly<Record<string, string>>) => ({ name: 'shop', dependencies })

describe('the description of a plan', { timeout: 60_000 }, () => {
  it('lists a version as removed if only an older one is left', async () => {
    const dependencies = { web: '^1.0.0', flawed: '1.0.0' }
    const plan = await planOf(
      {
        npm: {
          'web@1.0.0': { dependencies: { flawed: '2.0.0' } },
          'web@1.1.0': {},
          'flawed@1.0.0': {},
          'flawed@2.0.0': {},
        },
        advisories: [advisory('GHSA-1', 'flawed', { from: '2.0.0' })],
      },
      {
        'package.json': shop(dependencies),
        'package-lock.json': lockOf(dependencies, {
          web: { version: '1.0.0', dependencies: { flawed: '2.0.0' } },
          'web/node_modules/flawed': { version: '2.0.0' },
          flawed: { version: '1.0.0' },
        }),
      },
      'in-range',
    )
    expect(changesOf(plan)).toEqual(['lockfile flawed 2.0.0 → removed: GHSA-1'])
  })

  it('does not count a vulnerable version that another vulnerable version replaces', async () => {
    const plan = await planOf(
      {
        npm: { 'flawed@1.0.0': {}, 'flawed@1.1.0': {}, 'flawed@1.2.0': {} },
        advisories: [advisory('GHSA-1', 'flawed', { fixed: '1.1.0' }), advisory('GHSA-2', 'flawed', {})],
      },
      { 'package.json': shop({ flawed: '1.0.0' }) },
    )
    expect(changesOf(plan)).toEqual(['requirement flawed 1.0.0 → 1.1.0: GHSA-1'])
    expect(plan.remaining.map(({ id, version }) => [id, version])).toEqual([['GHSA-2', '1.1.0']])
  })

  it('names the archive that contains a vulnerable version', async () => {
    const plan = await planOf(
      {
        npm: {
          'web@1.0.0': {
            bundleDependencies: ['flawed'],
            dependencies: { flawed: '1.0.0' },
            files: { 'node_modules/flawed/package.json': '{"name":"flawed","version":"1.0.0"}' },
          },
          'flawed@1.0.0': {},
          'flawed@1.1.0': {},
        },
        advisories: [advisory('GHSA-1', 'flawed', { fixed: '1.1.0' })],
      },
      { 'package.json': shop({ web: '1.0.0' }) },
    )
    expect(plan.remaining.map(({ reason }) => reason)).toEqual([
      'Fixed in 1.1.0, but the archive of web 1.0.0 contains version 1.0.0.',
    ])
  })
})
