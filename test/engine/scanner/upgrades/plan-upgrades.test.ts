import { describe, expect, it } from 'vitest'
import { advisory, changesOf, lockOf, planOf } from './upgrade-engine.ts'

const manifest = (dependencies: Readonly<Record<string, string>>) => ({ name: 'shop', version: '1.0.0', dependencies })

describe('a plan with a lockfile', () => {
  const npm = {
    'web@1.0.0': { dependencies: { parser: '^1.0.0' } },
    'parser@1.0.0': {},
    'parser@1.0.5': {},
    'other@1.0.0': {},
    'other@1.1.0': {},
  }
  const files = {
    'package.json': manifest({ web: '^1.0.0', other: '^1.0.0' }),
    'package-lock.json': lockOf(
      { web: '^1.0.0', other: '^1.0.0' },
      {
        web: { version: '1.0.0', dependencies: { parser: '^1.0.0' } },
        parser: { version: '1.0.0' },
        other: { version: '1.0.0' },
      },
    ),
  }

  it('releases only the versions that are vulnerable', async () => {
    const plan = await planOf(
      { npm, advisories: [advisory('GHSA-1', 'parser', { fixed: '1.0.5' })] },
      files,
      'in-range',
    )
    expect(changesOf(plan)).toEqual(['lockfile parser 1.0.0 → 1.0.5: GHSA-1'])
    expect([plan.before, plan.remaining, plan.introduced, plan.gaps]).toEqual([1, [], [], []])
  })

  it('releases dependents that do not allow the fixed version', async () => {
    const plan = await planOf(
      {
        npm: {
          'web@1.0.0': { dependencies: { parser: '1.0.0' } },
          'web@1.2.0': { dependencies: { parser: '1.0.5' } },
          'parser@1.0.0': {},
          'parser@1.0.5': {},
        },
        advisories: [advisory('GHSA-1', 'parser', { fixed: '1.0.5' })],
      },
      {
        'package.json': manifest({ web: '^1.0.0' }),
        'package-lock.json': lockOf(
          { web: '^1.0.0' },
          { web: { version: '1.0.0', dependencies: { parser: '1.0.0' } }, parser: { version: '1.0.0' } },
        ),
      },
      'in-range',
    )
    expect(changesOf(plan)).toEqual(['lockfile parser 1.0.0 → 1.0.5: GHSA-1'])
  })

  it('keeps everything if nothing is vulnerable', async () => {
    const plan = await planOf({ npm, advisories: [advisory('GHSA-1', 'parser', { fixed: '0.9.0' })] }, files)
    expect([plan.before, plan.changes]).toEqual([0, []])
  })
})

describe('the strategy', () => {
  const npm = {
    'flawed@1.0.0': {},
    'flawed@1.1.0': {},
    'flawed@1.2.0': {},
    'flawed@2.0.0': {},
  }
  const files = { 'package.json': manifest({ flawed: '1.0.0' }) }

  it('in-range changes no manifest', async () => {
    const plan = await planOf(
      { npm, advisories: [advisory('GHSA-1', 'flawed', { fixed: '1.1.0' })] },
      files,
      'in-range',
    )
    expect(plan.changes).toEqual([])
    expect(plan.remaining.map(({ id, reason }) => [id, reason])).toEqual([
      ['GHSA-1', 'Fixed in 1.1.0, which the manifests do not allow. Try --strategy minor.'],
    ])
  })

  it('minor takes the lowest fixed version of the same major version', async () => {
    const plan = await planOf({ npm, advisories: [advisory('GHSA-1', 'flawed', { fixed: '1.1.0' })] }, files)
    expect(changesOf(plan)).toEqual(['requirement flawed 1.0.0 → 1.1.0: GHSA-1'])
    expect(plan.changes[0]?.edits).toEqual([
      { path: 'package.json', part: 'dependencies', name: 'flawed', from: '1.0.0', to: '1.1.0', line: 5 },
    ])
  })

  it('minor names the major version that fixes the rest', async () => {
    const plan = await planOf({ npm, advisories: [advisory('GHSA-1', 'flawed', { fixed: '2.0.0' })] }, files)
    expect([plan.changes, plan.remaining[0]?.reason]).toEqual([
      [],
      'Fixed in 2.0.0, which is another major version. Try --strategy major.',
    ])
  })

  it('major takes it', async () => {
    const plan = await planOf({ npm, advisories: [advisory('GHSA-1', 'flawed', { fixed: '2.0.0' })] }, files, 'major')
    expect(changesOf(plan)).toEqual(['requirement flawed 1.0.0 → 2.0.0: GHSA-1'])
  })
})

describe('the choice of changes', () => {
  it('takes the next best version if the best one conflicts', async () => {
    const plan = await planOf(
      {
        npm: {
          'lib@1.0.0': {},
          'lib@1.1.0': {},
          'lib@1.2.0': { peerDependencies: { host: '^2.0.0' } },
          'host@1.0.0': {},
          'host@2.0.0': {},
        },
        advisories: [
          advisory('GHSA-1', 'lib', { fixed: '1.1.0' }),
          advisory('GHSA-2', 'lib', { fixed: '1.2.0', severity: 'LOW' }),
        ],
      },
      { 'package.json': manifest({ lib: '1.0.0', host: '1.0.0' }) },
    )
    expect(changesOf(plan)).toEqual(['requirement lib 1.0.0 → 1.1.0: GHSA-1'])
  })

  it('counts vulnerabilities that an upgrade brings against it', async () => {
    const plan = await planOf(
      {
        npm: {
          'web@1.0.0': { dependencies: { old: '1.0.0' } },
          'web@1.1.0': { dependencies: { fresh: '1.0.0' } },
          'old@1.0.0': {},
          'fresh@1.0.0': {},
        },
        advisories: [
          advisory('GHSA-low', 'old', { severity: 'LOW' }),
          advisory('GHSA-critical', 'fresh', { severity: 'CRITICAL' }),
        ],
      },
      { 'package.json': manifest({ web: '1.0.0' }) },
    )
    expect([plan.changes, plan.introduced]).toEqual([[], []])
  })

  it('changes one dependency if it is enough', async () => {
    const plan = await planOf(
      {
        npm: {
          'web@1.0.0': { dependencies: { flawed: '1.0.0' } },
          'web@1.1.0': { dependencies: { flawed: '1.0.1' } },
          'safe@1.0.0': {},
          'safe@1.1.0': {},
          'flawed@1.0.0': {},
          'flawed@1.0.1': {},
        },
        advisories: [
          advisory('GHSA-1', 'flawed', { fixed: '1.0.1' }),
          advisory('GHSA-2', 'flawed', { fixed: '1.0.1' }),
        ],
      },
      { 'package.json': manifest({ web: '1.0.0', safe: '1.0.0' }) },
    )
    expect(changesOf(plan)).toEqual(['requirement web 1.0.0 → 1.1.0: GHSA-1,GHSA-2'])
  })

  it('upgrades two dependencies that bring the same version', async () => {
    const plan = await planOf(
      {
        npm: Object.fromEntries([
          ...['a', 'b'].flatMap((name) => [
            [`${name}@1.0.0`, { dependencies: { flawed: '1.0.0' } }],
            [`${name}@1.1.0`, { dependencies: { flawed: '1.0.1' } }],
          ]),
          ['flawed@1.0.0', {}],
          ['flawed@1.0.1', {}],
        ]),
        advisories: [advisory('GHSA-1', 'flawed', { fixed: '1.0.1' })],
      },
      { 'package.json': manifest({ a: '1.0.0', b: '1.0.0' }) },
    )
    expect(plan.changes.map(({ package: name, to }) => `${name} ${to.join()}`).sort()).toEqual(['a 1.1.0', 'b 1.1.0'])
    expect(plan.remaining).toEqual([])
  })

  it('drops an upgrade that alone fixes nothing', async () => {
    const plan = await planOf(
      {
        npm: {
          'a@1.0.0': { dependencies: { flawed: '1.0.0' } },
          'a@1.1.0': {},
          'b@1.0.0': { dependencies: { flawed: '1.0.0' } },
          'flawed@1.0.0': {},
        },
        advisories: [advisory('GHSA-1', 'flawed', {})],
      },
      { 'package.json': manifest({ a: '1.0.0', b: '1.0.0' }) },
    )
    expect([plan.changes, plan.remaining.map(({ reason }) => reason)]).toEqual([[], ['No fixed version is known.']])
  })

  it('overrides an indirect dependency only if no upgrade fixes it', async () => {
    const plan = await planOf(
      {
        npm: {
          'web@1.0.0': { dependencies: { flawed: '1.0.0' } },
          'flawed@1.0.0': {},
          'flawed@1.0.1': {},
        },
        advisories: [advisory('GHSA-1', 'flawed', { fixed: '1.0.1' })],
      },
      { 'package.json': manifest({ web: '1.0.0' }) },
    )
    expect(changesOf(plan)).toEqual(['override flawed 1.0.0 → 1.0.1: GHSA-1'])
    expect(plan.changes[0]?.edits).toEqual([
      { path: 'package.json', part: 'overrides', name: 'flawed', from: '', to: '1.0.1' },
    ])
  })

  it('leaves an upgrade that conflicts with a peer dependency', async () => {
    const plan = await planOf(
      {
        npm: {
          'plugin@1.0.0': { peerDependencies: { host: '1.0.0' } },
          'host@1.0.0': {},
          'host@1.1.0': {},
        },
        advisories: [advisory('GHSA-1', 'host', { fixed: '1.1.0' })],
      },
      { 'package.json': manifest({ host: '1.0.0', plugin: '1.0.0' }) },
    )
    expect(plan.changes).toEqual([])
    expect(plan.remaining[0]?.reason).toBe('Fixed in 1.1.0, but the upgrade conflicts with host 1.0.0.')
  })

  it('names a deprecated version and does not choose it', async () => {
    const plan = await planOf(
      {
        npm: { 'flawed@1.0.0': {}, 'flawed@1.1.0': {}, 'flawed@1.2.0': { deprecated: 'Published by mistake.' } },
        advisories: [advisory('GHSA-1', 'flawed', { fixed: '1.1.0' })],
      },
      { 'package.json': manifest({ flawed: '1.0.0' }) },
    )
    expect(changesOf(plan)).toEqual(['requirement flawed 1.0.0 → 1.1.0: GHSA-1'])
    expect(plan.notChosen).toEqual([
      { package: 'flawed', version: '1.2.0', reason: 'deprecated', message: 'Published by mistake.' },
    ])
  })
})

describe('a Python project', () => {
  const pypi = {
    'web@1.0': { requires: ['parser<2'] },
    'web@1.1': { requires: ['parser>=1.5'] },
    'parser@1.0': {},
    'parser@1.5': {},
    'tool@1.0': {},
    'tool@1.1': { yanked: 'broken' },
  }

  it('changes the requirement of a direct dependency', async () => {
    const plan = await planOf(
      { pypi, advisories: [advisory('PYSEC-1', 'parser', { fixed: '1.5', ecosystem: 'PyPI' })] },
      { 'requirements.txt': '# web server\nweb==1.0 # pinned\nparser==1.0\n' },
    )
    expect(changesOf(plan)).toEqual(['requirement parser 1.0 → 1.5: PYSEC-1'])
    expect(plan.changes[0]?.edits).toEqual([
      { path: 'requirements.txt', part: '', name: 'parser', from: 'parser==1.0', to: 'parser==1.5', line: 3 },
    ])
  })

  it('names a yanked version and does not choose it', async () => {
    const plan = await planOf(
      { pypi, advisories: [advisory('PYSEC-1', 'tool', { fixed: '1.1', ecosystem: 'PyPI' })] },
      { 'requirements.txt': 'tool==1.0\n' },
    )
    expect([plan.changes, plan.notChosen]).toEqual([
      [],
      [{ package: 'tool', version: '1.1', reason: 'yanked', message: 'broken' }],
    ])
  })
})
