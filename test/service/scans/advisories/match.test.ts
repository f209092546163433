import { beforeEach, describe, expect, it } from 'vitest'
import { createAdvisoryMatcher } from '../../../../src/service/scans/advisories/match.ts'
import { syncEcosystem } from '../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { advisoryEcosystems, type Component, type Ecosystem } from '../../../../src/engine/model/component.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { advisorySync } from './support/advisory-sync.ts'
import { affects, feedFolder } from './support/feed-folder.ts'
import { component } from './support/npm-component.ts'

const database = await testDatabase()
const { sql } = database
const options = { signal: new AbortController().signal }

beforeEach(async () => {
  await sql`delete from advisory_feeds`
  await sql`delete from advisory_affected`
})

async function synced(...bases: readonly string[]) {
  const sync = advisorySync(database, bases)
  const { complete } = await syncEcosystem(sync, 'npm', options)
  expect(complete).toBe(true)
  return createAdvisoryMatcher({ database, bases })
}

async function syncedEcosystem(ecosystem: Ecosystem, base: string) {
  await syncEcosystem(advisorySync(database, [base]), ecosystem, options)
  return createAdvisoryMatcher({ database, bases: [base] })
}

const fixOf = async (matcher: ReturnType<typeof createAdvisoryMatcher>, asked: Component) =>
  (await matcher.match([asked])).matches.map(({ advisory: { id, fixedVersion } }) => [id, fixedVersion])

const idsOf = async (matcher: ReturnType<typeof createAdvisoryMatcher>, name: string, version: string) =>
  (await matcher.match([component(name, version)])).matches.map(({ advisory }) => advisory.id)

describe('matching', () => {
  it('reports each vulnerability once, with all known data', async () => {
    const [github, ranges] = [feedFolder(), feedFolder()]
    github.publish([
      {
        id: 'GHSA-xvch-5gv4-984h',
        aliases: ['CVE-2021-44906'],
        summary: 'Prototype Pollution in minimist',
        affected: [
          affects('minimist', { introduced: '1.0.0' }, { fixed: '1.2.6' }),
          affects('minimist', { introduced: '0' }, { fixed: '0.2.4' }),
        ],
        severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
        database_specific: { severity: 'CRITICAL', cwe_ids: ['CWE-1321'] },
      },
      {
        id: 'GHSA-vh95-rmgr-6w4m',
        aliases: ['CVE-2020-7598'],
        summary: 'Also',
        affected: [affects('minimist', { introduced: '0' }, { fixed: '0.2.1' })],
      },
    ])
    ranges.publish([
      {
        id: 'CVE-2021-44906',
        summary: 'The same',
        affected: [affects('minimist', { introduced: '0' }, { fixed: '0.2.5' })],
        database_specific: { severity: 'HIGH', cwe_ids: ['CWE-20'] },
      },
    ])
    const matcher = await synced(github.base, ranges.base)
    const minimist = component('minimist', '0.0.8')
    const { matches, unknownUpperBounds } = await matcher.match([component('left-pad', '1.0.0'), minimist])
    expect(unknownUpperBounds).toBe(0)
    expect(matches).toEqual([
      {
        component: minimist,
        advisory: {
          id: 'GHSA-xvch-5gv4-984h',
          aliases: ['CVE-2021-44906'],
          url: 'https://osv.dev/vulnerability/GHSA-xvch-5gv4-984h',
          fixedVersion: '0.2.5',
          cvss: { version: '3.1', vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', score: 9.8 },
        },
        summary: 'Prototype Pollution in minimist',
        severity: 'critical',
        cwe: ['CWE-1321', 'CWE-20'],
        malicious: false,
      },
      {
        component: minimist,
        advisory: {
          id: 'GHSA-vh95-rmgr-6w4m',
          aliases: ['CVE-2020-7598'],
          url: 'https://osv.dev/vulnerability/GHSA-vh95-rmgr-6w4m',
          fixedVersion: '0.2.1',
        },
        summary: 'Also',
        severity: 'medium',
        cwe: [],
        malicious: false,
      },
    ])
  })

  it('tells malware from flaws', async () => {
    const feed = feedFolder()
    feed.publish([
      {
        id: 'GHSA-m',
        aliases: ['MAL-2025-1'],
        summary: 'Malware in evil',
        affected: [affects('evil')],
        database_specific: { severity: 'LOW' },
      },
      { id: 'MAL-2025-1', summary: 'Malicious code in evil (npm)', affected: [affects('evil')] },
      { id: 'GHSA-n', aliases: ['MAL-2025-2'], affected: [affects('tame')], database_specific: { severity: 'LOW' } },
    ])
    const { matches } = await (await synced(feed.base)).match([component('evil', '1.0.0'), component('tame', '1.0.0')])
    expect(matches).toMatchObject([
      {
        advisory: { id: 'MAL-2025-1', aliases: ['GHSA-m'] },
        malicious: true,
        severity: 'critical',
        summary: 'Malicious code in evil (npm)',
      },
      { advisory: { id: 'GHSA-n' }, malicious: false, severity: 'low' },
    ])
  })

  it('passes over withdrawn records, names that differ in case, and names of Object.prototype', async () => {
    const feed = feedFolder()
    feed.publish([
      { id: 'A-1', withdrawn: '2025-01-01T00:00:00Z', affected: [affects('a')] },
      { id: 'A-2', affected: [affects('B')] },
      { id: 'A-3', affected: [affects('__proto__')] },
    ])
    const matcher = await synced(feed.base)
    const found = await Promise.all(
      ['a', 'b', 'B', 'constructor', '__proto__', 'toString'].map(async (name) => [
        name,
        await idsOf(matcher, name, '1.0.0'),
      ]),
    )
    expect(found).toEqual([
      ['a', []],
      ['b', []],
      ['B', ['A-2']],
      ['constructor', []],
      ['__proto__', ['A-3']],
      ['toString', []],
    ])
  })

  it('marks what a range without a known end leaves open, once for an advisory, and counts it', async () => {
    const openEnd = {
      ...affects('a'),
      ranges: [{ type: 'SEMVER', events: [{ introduced: '2.0.0' }], database_specific: { upper_bound_unknown: true } }],
    }
    const feed = feedFolder()
    feed.publish([
      { id: 'A-1', affected: [openEnd, openEnd] },
      { id: 'A-2', affected: [openEnd, affects('a', { introduced: '3.0.0' })] },
    ])
    const matcher = await synced(feed.base)
    const answer = async (version: string) => {
      const { matches, unknownUpperBounds } = await matcher.match([component('a', version)])
      const marked = ({ advisory: { id, unknownUpperBound } }: (typeof matches)[number]) =>
        unknownUpperBound ? `${id}?` : id
      return [matches.map(marked), unknownUpperBounds]
    }
    expect(await answer('1.0.0')).toEqual([[], 0])
    expect(await answer('2.0.0')).toEqual([['A-1?', 'A-2?'], 2])
    expect(await answer('3.0.0')).toEqual([['A-2', 'A-1?'], 1])
  })

  it('leaves nothing open that another advisory about the same flaw settles', async () => {
    const openEnd = {
      ...affects('a'),
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }], database_specific: { upper_bound_unknown: true } }],
    }
    const feed = feedFolder()
    feed.publish([
      { id: 'CVE-1', affected: [openEnd] },
      { id: 'CVE-2', affected: [openEnd] },
      { id: 'GHSA-a', aliases: ['CVE-1'], affected: [affects('a', { introduced: '0' }, { fixed: '2.0.0' })] },
    ])
    const matcher = await synced(feed.base)
    const { matches, unknownUpperBounds } = await matcher.match([component('a', '1.0.0')])
    expect([matches.map(({ advisory }) => advisory.id), unknownUpperBounds]).toEqual([['GHSA-a', 'CVE-2'], 1])
    expect((await matcher.match([component('a', '2.0.0')])).unknownUpperBounds).toBe(1)
  })

  it.each<[Ecosystem, string, string]>([
    ['PyPI', 'Zope.Interface_x', 'zope-interface-x'],
    ['NuGet', 'Newtonsoft.Json', 'newtonsoft.JSON'],
    ['Packagist', 'Vendor/Package', 'vendor/package'],
    ['GitHub Actions', 'actions/checkout', 'Actions/Checkout'],
    ['Maven', 'org.example:core', 'org.example:core'],
    ['Go', 'github.com/Masterminds/vcs', 'github.com/Masterminds/vcs'],
    ['crates.io', 'serde_json', 'serde_json'],
  ])('%s: knows %s as %s', async (ecosystem, published, asked) => {
    const feed = feedFolder()
    feed.publish(
      [
        {
          id: 'A-1',
          affected: [
            {
              package: { ecosystem, name: published },
              ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '1.0' }, { fixed: '1.10' }] }],
            },
          ],
        },
      ],
      ecosystem,
    )
    const matcher = await syncedEcosystem(ecosystem, feed.base)
    expect(await fixOf(matcher, component(asked, '1.9.0', { ecosystem }))).toEqual([['A-1', '1.10']])
    expect(await fixOf(matcher, component(asked, '1.10.1', { ecosystem }))).toEqual([])
  })

  it.each<[Ecosystem, string, string]>([
    ['Go', 'github.com/Masterminds/vcs', 'github.com/masterminds/vcs'],
    ['crates.io', 'serde_json', 'serde-json'],
    ['npm', 'JSONStream', 'jsonstream'],
    ['Maven', 'org.example:core', 'org.Example:core'],
  ])('%s: %s is not %s', async (ecosystem, published, asked) => {
    const feed = feedFolder()
    feed.publish(
      [
        {
          id: 'A-1',
          affected: [
            { package: { ecosystem, name: published }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] },
          ],
        },
      ],
      ecosystem,
    )
    expect(await fixOf(await syncedEcosystem(ecosystem, feed.base), component(asked, '1.0.0', { ecosystem }))).toEqual(
      [],
    )
  })

  it('finds what is published for a part of an ecosystem under its whole name', async () => {
    const ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '2.0.0' }] }]
    const feed = feedFolder()
    feed.publish(
      [
        {
          id: 'A-1',
          affected: [
            { package: { ecosystem: 'Packagist:https://packages.example/8', name: 'drupal/core' }, ranges },
            {
              package: { ecosystem: 'Packagistic', name: 'drupal/core' },
              ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }] }],
            },
          ],
        },
      ],
      'Packagist',
    )
    const matcher = await syncedEcosystem('Packagist', feed.base)
    expect(await fixOf(matcher, component('drupal/core', '1.5.0', { ecosystem: 'Packagist' }))).toEqual([
      ['A-1', '2.0.0'],
    ])
    expect(await fixOf(matcher, component('drupal/core', '2.5.0', { ecosystem: 'Packagist' }))).toEqual([])
  })

  it.each(advisoryEcosystems)('names malware of %s and calls it critical', async (ecosystem) => {
    const name = { Maven: 'evil:evil', Pub: 'evil' }[String(ecosystem)] ?? 'evil/evil'
    const feed = feedFolder()
    feed.publish(
      [
        {
          id: 'MAL-2026-1',
          affected: [{ package: { ecosystem, name }, versions: ['1.0.0'], database_specific: { severity: 'LOW' } }],
        },
      ],
      ecosystem,
    )
    const { matches } = await (
      await syncedEcosystem(ecosystem, feed.base)
    ).match([component(name, '1.0.0', { ecosystem }), component(name, '1.0.1', { ecosystem })])
    expect(
      matches.map(({ malicious, severity, component: { version } }) => ({ malicious, severity, version })),
    ).toEqual([{ malicious: true, severity: 'critical', version: '1.0.0' }])
  })

  it('reports for a vulnerability with several advisories the version that fixes all of them', async () => {
    const feed = feedFolder()
    feed.publish([
      { id: 'GHSA-a', aliases: ['CVE-1'], affected: [affects('a', { introduced: '0' }, { fixed: '1.9.0' })] },
      { id: 'CVE-1', affected: [affects('a', { introduced: '0' }, { fixed: '1.10.0' })] },
    ])
    expect(await fixOf(await synced(feed.base), component('a', '1.0.0'))).toEqual([['GHSA-a', '1.10.0']])
  })

  it('matches nothing before the first sync, and without components', async () => {
    const matcher = createAdvisoryMatcher({ database, bases: ['file:///nowhere'] })
    expect(await idsOf(matcher, 'a', '1.0.0')).toEqual([])
    expect(await matcher.match([])).toEqual({ matches: [], unknownUpperBounds: 0 })
  })

  it('sees each sync at once', async () => {
    const feed = feedFolder()
    feed.publish([{ id: 'A-1', affected: [affects('a', { introduced: '0' }, { fixed: '2.0.0' })] }])
    const matcher = await synced(feed.base)
    expect(await idsOf(matcher, 'a', '1.0.0')).toEqual(['A-1'])
    feed.publish([
      { id: 'A-1', affected: [affects('a', { introduced: '0' }, { fixed: '1.0.0' })] },
      { id: 'A-2', affected: [affects('b')] },
    ])
    await syncEcosystem(advisorySync(database, [feed.base]), 'npm', options)
    expect(await idsOf(matcher, 'a', '1.0.0')).toEqual([])
    expect(await idsOf(matcher, 'b', '1.0.0')).toEqual(['A-2'])
  })
})

describe('equal ids in several bases', () => {
  it('count as the earlier base has them, wholly', async () => {
    const [earlier, later] = [feedFolder(), feedFolder()]
    earlier.publish([
      { id: 'A-1', affected: [affects('a', { introduced: '0' }, { fixed: '1.0.0' })] },
      { id: 'A-2', withdrawn: '2025-01-01T00:00:00Z', affected: [affects('c')] },
    ])
    later.publish([
      { id: 'A-1', affected: [affects('a', { introduced: '0' }, { fixed: '2.0.0' }), affects('b')] },
      { id: 'A-2', affected: [affects('c')] },
      { id: 'A-3', affected: [affects('a')] },
    ])
    const answers = async (...bases: string[]) => {
      const matcher = await synced(...bases)
      return Promise.all(
        [
          ['a', '0.5.0'],
          ['a', '1.5.0'],
          ['b', '1.0.0'],
          ['c', '1.0.0'],
        ].map(async ([name = '', version = '']) => (await idsOf(matcher, name, version)).sort()),
      )
    }
    expect(await answers(earlier.base, later.base)).toEqual([['A-1', 'A-3'], ['A-3'], [], []])
    expect(await answers(later.base, earlier.base)).toEqual([['A-1', 'A-3'], ['A-1', 'A-3'], ['A-1'], ['A-2']])
    // Both are stored now. Bases that are no longer configured do not count.
    expect(await answers(earlier.base)).toEqual([['A-1'], [], [], []])
    expect(await answers(later.base)).toEqual([['A-1', 'A-3'], ['A-1', 'A-3'], ['A-1'], ['A-2']])
  })
})
