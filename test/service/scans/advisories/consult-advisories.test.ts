import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { syncEcosystem } from '../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { createAdvisoryMatcher } from '../../../../src/service/scans/advisories/match.ts'
import { unreadableAdvisories } from '../../../../src/service/scans/advisories/unreadable-advisories.ts'
import { advisoryEcosystems, type Ecosystem } from '../../../../src/engine/model/component.ts'
import { awaitAdvisories } from '../../../../src/service/scans/advisories/await-advisories.ts'
import { consultAdvisories } from '../../../../src/engine/scanner/consult-advisories.ts'
import type { AdvisoryStore } from '../../../../src/engine/advisories/advisory-store.ts'
import { advisorySync } from './support/advisory-sync.ts'
import { affects, feedFolder, osvRecord } from './support/feed-folder.ts'
import { component } from './support/npm-component.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { zip } from '../../../support/zip.ts'

const database = await testDatabase()
const signal = AbortSignal.timeout(60_000)

beforeEach(async () => {
  await database.sql`delete from advisory_feeds`
})

/** Returns the advisories of these bases for scans, with a maximum wait of `waitMs`. */
function service(
  bases: readonly string[],
  requestSync: (ecosystem: Ecosystem) => Promise<void>,
  waitMs: number,
): AdvisoryStore {
  const feeds = { database, bases }
  const matcher = createAdvisoryMatcher(feeds)
  return {
    ready: (ecosystem, scanSignal) => awaitAdvisories(feeds, ecosystem, { requestSync, signal: scanSignal, waitMs }),
    match: (components) => matcher.match(components),
    unreadable: (components) => unreadableAdvisories(feeds, components),
  }
}

describe('consultAdvisories', () => {
  it('waits for seven ecosystems no longer than for one, and names each that did not come', async () => {
    const feed = feedFolder()
    feed.publish([{ id: 'A-1', affected: [affects('a')] }])
    const sync = advisorySync(database, [feed.base])
    const asked: Ecosystem[] = []
    const requestSync = async (ecosystem: Ecosystem) => {
      asked.push(ecosystem)
      if (ecosystem === 'npm') void sleep(100).then(() => syncEcosystem(sync, 'npm', { signal }))
      if (ecosystem === 'Hex') await syncEcosystem(sync, 'Hex', { signal })
    }
    const ecosystems = advisoryEcosystems.filter(
      (name) => !['Pub', 'Hackage', 'NuGet', 'Packagist', 'RubyGems', 'SwiftURL', 'CRAN', 'ConanCenter'].includes(name),
    )
    expect(ecosystems).toHaveLength(7)
    const components = ecosystems.map((ecosystem) => ({ ...component('a', '1.0.0'), ecosystem }))
    const startedAt = performance.now()
    const answer = await consultAdvisories(service([feed.base], requestSync, 1_500), components, signal)
    expect(performance.now() - startedAt).toBeLessThan(2 * 1_500)
    expect([...asked].sort()).toEqual([...ecosystems].sort())
    expect(Object.keys(answer.dates)).toEqual(['npm'])
    expect(answer.matches).toHaveLength(1)
    const about = (ecosystem: Ecosystem) => answer.gaps.filter((gap) => gap.includes(`no advisories for ${ecosystem},`))
    expect(about('Hex')).toEqual([expect.stringContaining('No configured advisory feed has Hex.')])
    for (const ecosystem of ecosystems.filter((name) => name !== 'npm' && name !== 'Hex'))
      expect(about(ecosystem)).toEqual([expect.stringContaining('did not finish within 1.5 s')])
  })

  it('names an unreadable advisory about a package of the project, and passes over the others', async () => {
    const feed = feedFolder()
    feed.publishBytes(
      zip([
        { name: 'A-1.json', content: JSON.stringify(osvRecord({ id: 'A-1' })) },
        { name: 'BAD-1.json', content: JSON.stringify({ id: 'BAD-1', affected: [affects('a'), affects('b')] }) },
        { name: 'BAD-2.json', content: JSON.stringify({ id: 'BAD-2', affected: [affects('elsewhere')] }) },
        { name: 'BAD-3.json', content: 'nonsense' },
      ]),
    )
    await syncEcosystem(advisorySync(database, [feed.base]), 'npm', { signal })
    const never = async () => {
      throw new Error('no sync should be asked for')
    }
    const consult = (...names: string[]) =>
      consultAdvisories(
        service([feed.base], never, 1_000),
        names.map((name) => component(name, '1.0.0')),
        signal,
      )
    const answer = await consult('a', 'c')
    expect(answer.dates.npm).toMatchObject({ unreadable: 3 })
    expect(answer.gaps).toEqual([
      'Advisories for packages in this project could not be read: BAD-1 for a (npm). The advisory ' +
        'sync log contains the reasons.',
    ])
    expect((await consult('c', '__proto__', 'constructor')).gaps).toEqual([])
  })
})
