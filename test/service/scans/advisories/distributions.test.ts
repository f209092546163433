import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeEach, describe, expect, it } from 'vitest'
import { exportAdvisories } from '../../../../src/engine/advisories/file-store/export-advisories.ts'
import { syncFeeds } from '../../../../src/engine/advisories/sync/sync-feeds.ts'
import type { Component } from '../../../../src/engine/model/component.ts'
import { packageUrl } from '../../../../src/engine/model/purl.ts'
import { consultAdvisories } from '../../../../src/engine/scanner/consult-advisories.ts'
import { matchVersions } from '../../../../src/service/registry/rematching/match-versions.ts'
import { packageOf } from '../../../../src/service/registry/rematching/package-of.ts'
import { addPackageVersions } from '../../../../src/service/db/rematching/packages.ts'
import { createAdvisoryMatcher } from '../../../../src/service/scans/advisories/match.ts'
import { refreshAdvisories } from '../../../../src/service/scans/advisories/refresh-advisories.ts'
import { advisoryStates } from '../../../../src/service/scans/advisories/state.ts'
import { syncEcosystem } from '../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { advisorySync } from './support/advisory-sync.ts'
import { feedFolder, type RecordParts } from './support/feed-folder.ts'
import { fileAdvisories, fileSync, temporaryFolder } from './support/file-advisories.ts'
import { component } from './support/npm-component.ts'

const database = await testDatabase()
const signal = AbortSignal.timeout(120_000)

beforeEach(async () => {
  await database.sql`delete from advisory_feeds`
})

/** An entry with the fields that OSV publishes for a distribution. */
const fixed = (ecosystem: string, name: string, version: string | undefined) => ({
  package: { ecosystem, name, purl: 'pkg:deb/debian/x?arch=source' },
  ranges: [
    { type: 'ECOSYSTEM', events: [{ introduced: '0' }, ...(version === undefined ? [] : [{ fixed: version }])] },
  ],
  ecosystem_specific: { urgency: 'not yet assigned' },
})

const debian: readonly RecordParts[] = [
  {
    id: 'DEBIAN-CVE-2023-5678',
    upstream: ['CVE-2023-5678'],
    details: 'Generating excessively long X9.42 DH keys may be very slow.',
    affected: [
      fixed('Debian:11', 'openssl', '1.1.1w-0+deb11u2'),
      fixed('Debian:12', 'openssl', '3.0.13-1~deb12u1'),
      fixed('Debian:13', 'openssl', '3.0.12-2'),
    ],
  },
  { id: 'DSA-1-1', upstream: ['CVE-2024-1'], affected: [fixed('Debian:12', 'zlib', '1:1.2.13.dfsg-1+deb12u1')] },
  {
    id: 'DEBIAN-CVE-2024-2',
    upstream: ['CVE-2024-2'],
    affected: [
      {
        ...fixed('Debian:12', 'bash', undefined),
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '5.2' }, { last_affected: '5.2.15-2' }] }],
      },
    ],
  },
  { id: 'DEBIAN-CVE-2024-3', affected: [fixed('Debian', 'openssl', undefined)] },
]

const packageOfRelease = (
  release: string,
  [name, version]: readonly [string, string],
  [source, sourceVersion]: readonly [string, string] = [name, version],
): Component => {
  const ecosystem = release.startsWith('Alpine') ? 'Alpine' : release.startsWith('Ubuntu') ? 'Ubuntu' : 'Debian'
  const distribution = { release, source, sourceVersion }
  return component(name, version, {
    ecosystem,
    purl: packageUrl(ecosystem, name, version, distribution),
    distribution,
  })
}

const components: readonly Component[] = [
  // Binary packages of one source package. The last one was only rebuilt.
  packageOfRelease('Debian:12', ['libssl3', '3.0.11-1~deb12u2'], ['openssl', '3.0.11-1~deb12u2']),
  packageOfRelease('Debian:12', ['openssl', '3.0.13-1~deb12u1'], ['openssl', '3.0.13-1~deb12u1']),
  packageOfRelease('Debian:12', ['libssl-dev', '3.0.13-1~deb12u1+b1'], ['openssl', '3.0.13-1~deb12u0']),
  // Fixed in this release with a lower version than in another release.
  packageOfRelease('Debian:13', ['libssl3', '3.0.12-2'], ['openssl', '3.0.12-2']),
  packageOfRelease('Debian:11', ['libssl1.1', '1.1.1w-0+deb11u1'], ['openssl', '1.1.1w-0+deb11u1']),
  packageOfRelease('Debian:10', ['libssl1.1', '1.1.1n-0+deb10u3'], ['openssl', '1.1.1n-0+deb10u3']),
  packageOfRelease('Debian:12', ['zlib1g', '1:1.2.13.dfsg-1'], ['zlib', '1:1.2.13.dfsg-1']),
  packageOfRelease('Debian:12', ['bash', '5.2.15-2+b2'], ['bash', '5.2.15-2']),
  packageOfRelease('Debian:12', ['bash', '5.2.15-2+b2'], ['bash', '5.2.15-2+b2']),
  component('openssl', '3.0.11-1', { ecosystem: 'Debian' }),
]

const expected = [
  ['libssl3', 'Debian:12', 'DEBIAN-CVE-2023-5678', '3.0.13-1~deb12u1'],
  ['libssl-dev', 'Debian:12', 'DEBIAN-CVE-2023-5678', '3.0.13-1~deb12u1'],
  ['libssl1.1', 'Debian:11', 'DEBIAN-CVE-2023-5678', '1.1.1w-0+deb11u2'],
  ['zlib1g', 'Debian:12', 'DSA-1-1', '1:1.2.13.dfsg-1+deb12u1'],
  ['bash', 'Debian:12', 'DEBIAN-CVE-2024-2', undefined],
]

type Matches = Awaited<ReturnType<ReturnType<typeof createAdvisoryMatcher>['match']>>['matches']
const told = (matches: Matches) =>
  matches.map(({ component: { name, distribution }, advisory }) => [
    name,
    distribution?.release,
    advisory.id,
    advisory.fixedVersion,
  ])

describe('advisories of distributions', () => {
  it('that Debian rates as unimportant are `info`, whatever their CVSS rating', async () => {
    const feed = feedFolder()
    const severity = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }]
    const rated = (id: string, urgency: string): RecordParts => ({
      id,
      severity,
      affected: [{ ...fixed('Debian:12', 'a', undefined), ecosystem_specific: { urgency } }],
    })
    feed.publish([rated('DEBIAN-CVE-1', 'unimportant'), rated('DEBIAN-CVE-2', 'not yet assigned')], 'Debian')
    const folder = temporaryFolder()
    await syncFeeds(fileSync(folder, [feed.base]), 'Debian', { signal })
    await syncEcosystem(advisorySync(database, [feed.base]), 'Debian', { signal })
    const a = [packageOfRelease('Debian:12', ['a', '1'])]
    for (const store of [
      fileAdvisories(folder, [feed.base], { sync: false }),
      createAdvisoryMatcher({ database, bases: [feed.base] }),
    ])
      expect((await store.match(a)).matches.map(({ advisory, severity: level }) => [advisory.id, level])).toEqual([
        ['DEBIAN-CVE-1', 'info'],
        ['DEBIAN-CVE-2', 'critical'],
      ])
  })

  it('are matched by release and source package, in files and in the database', async () => {
    const feed = feedFolder()
    feed.publish(debian, 'Debian')
    const folder = temporaryFolder()
    await syncFeeds(fileSync(folder, [feed.base]), 'Debian', { signal })
    const files = fileAdvisories(folder, [feed.base], { sync: false })
    expect(told((await files.match(components)).matches)).toEqual(expected)
    await syncEcosystem(advisorySync(database, [feed.base]), 'Debian', { signal })
    const matcher = createAdvisoryMatcher({ database, bases: [feed.base] })
    expect(await matcher.match(components)).toEqual(await files.match(components))

    const exported = temporaryFolder()
    exportAdvisories({ folder, bases: [feed.base] }, ['Debian'], exported)
    const [other, base] = [temporaryFolder(), pathToFileURL(join(exported)).href]
    await syncFeeds(fileSync(other, [base]), 'Debian', { signal })
    expect((await fileAdvisories(other, [base], { sync: false }).match(components)).matches).toEqual(
      (await files.match(components)).matches,
    )
  })

  it('are found by the stored package versions, which are matched again later', async () => {
    const feed = feedFolder()
    feed.publish(debian, 'Debian')
    await syncEcosystem(advisorySync(database, [feed.base]), 'Debian', { signal })
    const matcher = createAdvisoryMatcher({ database, bases: [feed.base] })
    const versions = await database.db.transaction(async (tx) => {
      const added = await addPackageVersions(
        tx,
        components.flatMap((one) => packageOf(one) ?? []),
      )
      await matchVersions({ matcher }, tx, added)
      return added
    })
    const rows = await database.sql<{ name: string; id: string }[]>`
      select package_name || ' ' || version as name, advisory_id as id from package_flaws
      join package_versions on package_versions.id = package_version_id order by 1`
    expect(rows.map(({ name, id }) => `${name}: ${id}`)).toEqual([
      'Debian:11/openssl 1.1.1w-0+deb11u1: DEBIAN-CVE-2023-5678',
      'Debian:12/bash 5.2.15-2: DEBIAN-CVE-2024-2',
      'Debian:12/openssl 3.0.11-1~deb12u2: DEBIAN-CVE-2023-5678',
      'Debian:12/openssl 3.0.13-1~deb12u0: DEBIAN-CVE-2023-5678',
      'Debian:12/zlib 1:1.2.13.dfsg-1: DSA-1-1',
    ])
    expect(versions).toHaveLength(components.length)
  })

  it('of Alpine and Ubuntu are matched in their orders', async () => {
    const feed = feedFolder()
    feed.publish(
      [
        {
          id: 'ALPINE-CVE-2023-5678',
          upstream: ['CVE-2023-5678'],
          affected: [fixed('Alpine:v3.18', 'openssl', '3.1.4-r1'), fixed('Alpine:v3.19', 'openssl', '3.1.4-r2')],
        },
      ],
      'Alpine',
    )
    feed.publish(
      [
        {
          id: 'UBUNTU-CVE-1',
          affected: [fixed('Ubuntu:Pro:22.04:LTS', 'a', '9'), fixed('Ubuntu:22.04:LTS', 'a', '2')],
        },
      ],
      'Ubuntu',
    )
    const folder = temporaryFolder()
    const context = fileSync(folder, [feed.base])
    await syncFeeds(context, 'Alpine', { signal })
    await syncFeeds(context, 'Ubuntu', { signal })
    const files = fileAdvisories(folder, [feed.base], { sync: false })
    const { matches } = await files.match([
      packageOfRelease('Alpine:v3.18', ['libcrypto3', '3.1.4-r1'], ['openssl', '3.1.4-r1']),
      packageOfRelease('Alpine:v3.19', ['libcrypto3', '3.1.4-r1'], ['openssl', '3.1.4-r1']),
      packageOfRelease('Alpine:v3.19', ['libcrypto3', '3.1.4_rc1-r9'], ['openssl', '3.1.4_rc1-r9']),
      packageOfRelease('Ubuntu:22.04:LTS', ['a', '1.9-0ubuntu1']),
      packageOfRelease('Ubuntu:22.04:LTS', ['a', '2']),
    ])
    expect(told(matches)).toEqual([
      ['libcrypto3', 'Alpine:v3.19', 'ALPINE-CVE-2023-5678', '3.1.4-r2'],
      ['libcrypto3', 'Alpine:v3.19', 'ALPINE-CVE-2023-5678', '3.1.4-r2'],
      ['a', 'Ubuntu:22.04:LTS', 'UBUNTU-CVE-1', '2'],
    ])
  })

  it('are a named gap for packages whose release is not known, and nothing is downloaded for these', async () => {
    const asked: string[] = []
    const store = {
      ready: async (ecosystem: string) => {
        asked.push(ecosystem)
        return { date: { syncedAt: '2026-01-01T00:00:00.000Z' } }
      },
      match: async (list: readonly Component[]) => {
        expect(list.map(({ name }) => name)).toEqual(['a'])
        return { matches: [], unknownUpperBounds: 0 }
      },
      unreadable: async () => [],
    }
    const unknown = component('openssl', '3.0.11-1', { ecosystem: 'Debian' })
    const answer = await consultAdvisories(store, [component('a', '1.0.0'), unknown], signal)
    expect(asked).toEqual(['npm'])
    expect(answer.gaps).toEqual([
      expect.stringContaining('Assay does not know the release of Debian for 1 package, such as openssl 3.0.11-1'),
    ])
    expect(answer.shortfall).toEqual({ status: 'partial', reason: 'the release of Debian is not known' })
    const development = await consultAdvisories(store, [component('a', '1.0.0'), { ...unknown, dev: true }], signal)
    expect(development.gaps).toEqual([])
  })
})

describe('the sync on demand', () => {
  it('starts with the first request, and continues with the others', async () => {
    const feeds = { database, bases: ['https://osv.example'] }
    const asked: string[] = []
    const requestSync = async (ecosystem: string) => {
      asked.push(ecosystem)
      await database.sql`insert into advisory_feeds (base, ecosystem, last_attempt_at)
        values ('https://osv.example', ${ecosystem}, clock_timestamp())
        on conflict (base, ecosystem) do update set last_attempt_at = excluded.last_attempt_at`
    }
    await refreshAdvisories(feeds, { requestSync, signal, atOnce: true })
    expect(asked).not.toContain('Debian')
    expect([...(await advisoryStates(feeds)).keys()]).not.toContain('Debian')
    await requestSync('Debian')
    await database.sql`update advisory_feeds set last_attempt_at = clock_timestamp() - interval '2 hours'`
    asked.length = 0
    await refreshAdvisories(feeds, { requestSync, signal, atOnce: true })
    expect(asked).toContain('Debian')
    expect(asked).not.toContain('Alpine')
    expect([...(await advisoryStates(feeds)).keys()]).toContain('Debian')
  })
})
