import { beforeEach, describe, expect, it } from 'vitest'
import { commitEntries } from '../../../../src/engine/advisories/feed/commit-entries.ts'
import { syncFeeds } from '../../../../src/engine/advisories/sync/sync-feeds.ts'
import { versionOrderOf } from '../../../../src/engine/advisories/version-order/catalogue.ts'
import { consultAdvisories } from '../../../../src/engine/scanner/consult-advisories.ts'
import { createAdvisoryMatcher } from '../../../../src/service/scans/advisories/match.ts'
import { syncEcosystem } from '../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { advisorySync } from './support/advisory-sync.ts'
import { feedFolder, type RecordParts } from './support/feed-folder.ts'
import { fileAdvisories, fileSync, temporaryFolder } from './support/file-advisories.ts'
import { component } from './support/npm-component.ts'
import { osvExports, recordsOf } from './support/osv-exports.ts'

const database = await testDatabase()
const signal = AbortSignal.timeout(120_000)
const [bad, good, last] = ['a'.repeat(40), 'b'.repeat(40), 'c'.repeat(40)] as const

beforeEach(async () => {
  await database.sql`delete from advisory_feeds`
})

/** Records without a package, as OSV publishes CVE records. */
const records: readonly RecordParts[] = [
  {
    id: 'CVE-2022-1',
    affected: [
      {
        ranges: [
          { type: 'GIT', repo: 'https://github.com/madler/zlib', events: [{ introduced: '0' }, { fixed: good }] },
          { type: 'GIT', repo: 'https://git.example/mirror/zlib.git', events: [{ introduced: bad }, { fixed: good }] },
          { type: 'SEMVER', events: [{ introduced: '0' }] },
        ],
        versions: ['v1.2.11', 'v1.2.12'],
      },
    ],
  },
  {
    id: 'CVE-2022-2',
    affected: [
      {
        package: { ecosystem: 'OSS-Fuzz', name: 'zlib' },
        ranges: [
          {
            type: 'GIT',
            repo: 'https://github.com/madler/zlib',
            events: [{ introduced: bad }, { last_affected: last }],
          },
        ],
      },
    ],
  },
  { id: 'CVE-2022-3', affected: [{ package: { ecosystem: 'PyPI', name: 'zlib' }, versions: ['v1.2.11'] }] },
]

const module = (name: string, version: string) => component(name, version, { ecosystem: 'GIT' })
const asked = [
  module('github.com/Madler/zlib', 'v1.2.11'),
  module('github.com/madler/zlib', '1.2.12'),
  module('github.com/madler/zlib', 'v1.3.1'),
  module('github.com/madler/zlib', bad),
  module('github.com/madler/zlib', good),
  module('github.com/madler/zlib', last),
  module('git.example/mirror/zlib', bad),
  module('github.com/madler/other', 'v1.2.11'),
]

describe('ranges of commits', () => {
  it('become lists of tags and affected commits for each repository', () => {
    expect(records.flatMap(({ affected }) => (affected as unknown[]).map(commitEntries))).toEqual([
      [
        { repository: 'github.com/madler/zlib', versions: ['v1.2.11', 'v1.2.12'] },
        { repository: 'git.example/mirror/zlib', versions: ['v1.2.11', 'v1.2.12', bad] },
      ],
      [{ repository: 'github.com/madler/zlib', versions: [bad, last] }],
      [],
    ])
    for (const hostile of [undefined, 7, {}, { ranges: 7 }, { ranges: [{ type: 'GIT', repo: 7 }] }])
      expect(commitEntries(hostile)).toEqual([])
  })

  it('are matched with submodules by repository, tag, and commit, in files and in the database', async () => {
    const feed = feedFolder()
    feed.publish(records, 'GIT')
    const folder = temporaryFolder()
    await syncFeeds(fileSync(folder, [feed.base]), 'GIT', { signal })
    const answer = await fileAdvisories(folder, [feed.base], { sync: false }).match(asked)
    expect(answer.matches.map(({ component: { name, version }, advisory: { id } }) => [name, version, id])).toEqual([
      ['github.com/Madler/zlib', 'v1.2.11', 'CVE-2022-1'],
      ['github.com/madler/zlib', '1.2.12', 'CVE-2022-1'],
      ['github.com/madler/zlib', bad, 'CVE-2022-2'],
      ['github.com/madler/zlib', last, 'CVE-2022-2'],
      ['git.example/mirror/zlib', bad, 'CVE-2022-1'],
    ])
    await syncEcosystem(advisorySync(database, [feed.base]), 'GIT', { signal })
    expect(await createAdvisoryMatcher({ database, bases: [feed.base] }).match(asked)).toEqual(answer)
  })

  it('of a commit without a tag are a named gap', async () => {
    const store = {
      ready: async () => ({ date: { syncedAt: '2026-01-01T00:00:00.000Z' } }),
      match: async () => ({ matches: [], unknownUpperBounds: 0 }),
      unreadable: async () => [],
    }
    expect((await consultAdvisories(store, [module('github.com/a/b', 'v1')], signal)).gaps).toEqual([])
    const modules = [module('github.com/a/b', bad), module('github.com/a/c', last)]
    const purls = modules.map(({ purl }) => purl)
    const gapsOf = async (untagged?: readonly string[]) =>
      (await consultAdvisories(store, modules, signal, untagged)).gaps
    const advice = 'Use a commit that has a tag.'
    expect(await gapsOf(purls)).toEqual([
      'Assay found no tag for the commit of github.com/a/b and 1 more submodule, so it found only advisories that ' +
        `name this commit. ${advice}`,
    ])
    const unasked = await gapsOf()
    expect(unasked).toEqual([
      expect.stringContaining('Assay could not look up a tag for the commit of github.com/a/b and 1 more submodule, '),
    ])
    expect(unasked.join()).not.toContain(advice)
    expect(await gapsOf(purls.slice(1))).toEqual([
      expect.stringContaining('Assay found no tag for the commit of github.com/a/c, so'),
      expect.stringContaining('Assay could not look up a tag for the commit of github.com/a/b, so'),
    ])
  })

  it('have no order: only equal tags and commits are equal', () => {
    const order = versionOrderOf('GIT')
    const texts = ['v1.2.0', '1.2.0', 'V1.2.0', '1.2', 'v', 'release-1.2', 'REL_1', bad, bad.slice(1), '', 'a b']
    for (const a of texts)
      for (const b of texts) {
        const [one, other] = [order.parse(a), order.parse(b)]
        if (one === undefined || other === undefined) continue
        const isEqual = a.toLowerCase().replace(/^v(?=\d)/, '') === b.toLowerCase().replace(/^v(?=\d)/, '')
        expect([a, b, order.compare(one, other) === 0]).toEqual([a, b, isEqual])
        expect([a, b, order.sortKey(one) === order.sortKey(other)]).toEqual([a, b, isEqual])
      }
    expect(order.parse('')).toBeUndefined()
    expect(order.parse('a b')).toBeUndefined()
  })

  const pypi = osvExports('osv').find(({ ecosystem }) => ecosystem === 'PyPI')
  it.skipIf(pypi === undefined)('of real records are found by each listed tag', { timeout: 120_000 }, async () => {
    if (pypi === undefined) return
    const published: RecordParts[] = []
    const wanted: { readonly id: string; readonly repository: string; readonly version: string }[] = []
    let total = 0
    for await (const record of recordsOf(pypi)) {
      total += 1
      const entries = (record.affected ?? []).flatMap(commitEntries)
      if (entries.length === 0 || record.withdrawn !== undefined) continue
      published.push(record)
      for (const { repository, versions } of entries)
        for (const version of [versions[0], versions.at(-1)].filter((text) => text !== undefined))
          wanted.push({ id: record.id, repository, version })
    }
    const feed = feedFolder()
    feed.publish(published, 'GIT')
    const folder = temporaryFolder()
    await syncFeeds(fileSync(folder, [feed.base]), 'GIT', { signal })
    const files = fileAdvisories(folder, [feed.base], { sync: false })
    const { matches } = await files.match(wanted.map(({ repository, version }) => module(repository, version)))
    const found = new Set(
      matches.flatMap(({ component: { name, version }, advisory: { id, aliases } }) =>
        [id, ...aliases].map((each) => `${each} ${name} ${version}`),
      ),
    )
    const missed = wanted.filter(({ id, repository, version }) => !found.has(`${id} ${repository} ${version}`))
    process.stderr.write(
      `git ranges: ${published.length} of ${total} records of PyPI, ${wanted.length} tags and commits asked, ` +
        `${missed.length} missed\n`,
    )
    expect(published.length).toBeGreaterThan(1_000)
    expect(missed).toEqual([])
    const repositories = [...new Set(wanted.map(({ repository }) => repository))]
    expect((await files.match(repositories.map((name) => module(name, 'd'.repeat(40))))).matches).toEqual([])
  })
})
