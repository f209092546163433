import { describe, expect, it } from 'vitest'
import { advisory, changesOf, lockOf, planOf } from './upgrade-engine.ts'

describe('a project whose peer dependencies npm refuses', { timeout: 60_000 }, () => {
  it('is planned without them, and the plan states it', async () => {
    const dependencies = { host: '2.0.0', plugin: '1.0.0', flawed: '1.0.0' }
    const plan = await planOf(
      {
        npm: {
          'plugin@1.0.0': { peerDependencies: { host: '^1.0.0' } },
          'host@1.0.0': {},
          'host@2.0.0': {},
          'flawed@1.0.0': {},
          'flawed@1.1.0': {},
        },
        advisories: [advisory('GHSA-1', 'flawed', { fixed: '1.1.0' })],
      },
      {
        'package.json': { name: 'shop', dependencies },
        'package-lock.json': lockOf(dependencies, {
          host: { version: '2.0.0' },
          plugin: { version: '1.0.0' },
          flawed: { version: '1.0.0' },
        }),
      },
    )
    expect(changesOf(plan)).toEqual(['requirement flawed 1.0.0 → 1.1.0: GHSA-1'])
    expect(plan.gaps).toEqual([
      'npm refuses the peer dependencies of this project (ERESOLVE). The plan ignores them, as ' +
        '--legacy-peer-deps does.',
    ])
  })
})
