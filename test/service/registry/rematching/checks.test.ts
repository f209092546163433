import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GithubCheck } from '../../../../src/service/db/github/checks.ts'
import { findScanById } from '../../../../src/service/db/scans/scans.ts'
import { scans } from '../../../../src/service/db/scans/schema.ts'
import { listAllFindings } from '../../../../src/service/db/scans/findings.ts'
import { isCompleted, judgeCheck } from '../../../../src/service/github/checks/judge-check.ts'
import { noSettings } from '../../../../src/engine/project-settings/settings-file.ts'
import { affects, feedFolder, type RecordParts } from '../../scans/advisories/support/feed-folder.ts'
import { component } from '../../scans/advisories/support/npm-component.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { rematchWorld } from './rematch-world.ts'

const database = await testDatabase()
const { db } = database

beforeEach(async () => {
  await db.execute(
    sql`truncate advisory_feeds, advisories, advisory_affected, touched_packages, rematch_inventories,
      package_versions, advisory_matching, inventories, scans, registry_servers, github_repositories,
      advisory_activity, advisory_effects cascade`,
  )
})

const flaw = (id: string, name: string, parts: Partial<RecordParts> = {}): RecordParts => ({
  id,
  summary: `A flaw of ${name}`,
  affected: [affects(name, { introduced: '0' }, { fixed: '1.5.0' })],
  database_specific: { severity: 'CRITICAL' },
  ...parts,
})
const other = flaw('GHSA-other', 'unrelated')
const [lib, ant] = [component('lib', '1.0.0'), component('ant', '1.0.0')]

/** Creates scans of a commit and its predecessor, and returns what the check of the push reports. */
async function pushed(
  world: Awaited<ReturnType<typeof rematchWorld>>,
  components: { readonly base: readonly (typeof lib)[]; readonly head: readonly (typeof lib)[] },
) {
  const baseScanId = await world.scanRepository(7, components.base)
  const headScanId = await world.scanRepository(7, components.head)
  await db.update(scans).set({ completedAt: new Date() }).where(eq(scans.id, headScanId))
  const check = {
    cause: 'push',
    isFork: false,
    baseScanId,
    headScanId,
    baseSha: 'b'.repeat(40),
    authorMayWrite: true,
  } as GithubCheck
  const states = async () => {
    const head = await findScanById(db, headScanId)
    if (!head || !isCompleted(head)) throw new Error('no scan')
    const { judgement, fixed } = await judgeCheck(db, check, head, async () => noSettings)
    return {
      verdict: judgement.verdict,
      found: judgement.findings
        .filter(({ advisory }) => advisory)
        .map(({ advisory, component: of, state }) => `${state} ${advisory?.id} ${of?.version}`),
      fixed: fixed.map(({ advisory, component: of }) => `${advisory?.id} ${of?.version}`),
    }
  }
  return { headScanId, states }
}

describe('a check of a push that is published again', () => {
  it('does not blame the commit for an advisory that came after it', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other])
    const { states } = await pushed(world, { base: [lib], head: [lib, ant] })
    await world.sync([other, flaw('GHSA-late', 'lib'), flaw('GHSA-later', 'ant')])
    await world.rematch()
    expect(await states()).toEqual({
      verdict: 'pass',
      found: ['existing GHSA-later 1.0.0', 'existing GHSA-late 1.0.0'],
      fixed: [],
    })
  })

  it('does not praise it for one that was withdrawn, or that goes by another id', async () => {
    const world = await rematchWorld(database, feedFolder())
    const named = flaw('PYSEC-1', 'ant', { aliases: ['CVE-2026-1'] })
    await world.sync([other, flaw('GHSA-gone', 'lib'), named])
    const { states } = await pushed(world, { base: [lib, ant], head: [lib, ant] })
    await world.sync([other, named, flaw('GHSA-1', 'ant', { aliases: ['CVE-2026-1'] })])
    await world.rematch()
    expect(await states()).toEqual({ verdict: 'pass', found: ['existing GHSA-1 1.0.0'], fixed: [] })
  })

  it('says what the commit itself brought and fixed, of one of two versions too', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other, flaw('GHSA-lib', 'lib'), flaw('GHSA-ant', 'ant')])
    const two = [lib, component('lib', '1.2.0')]
    const { states } = await pushed(world, { base: two, head: [component('lib', '1.2.0'), ant] })
    await world.rematch()
    expect(await states()).toEqual({
      verdict: 'fail',
      found: ['new GHSA-ant 1.0.0', 'existing GHSA-lib 1.2.0'],
      fixed: ['GHSA-lib 1.2.0'],
    })
  })

  it('is of a scan whose own comparison does not fail by it either', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other])
    const { headScanId } = await pushed(world, { base: [lib], head: [lib, ant] })
    await db.update(scans).set({ baseline: 'main' }).where(eq(scans.id, headScanId))
    await world.sync([other, flaw('GHSA-late', 'lib')])
    await world.rematch()
    expect(await findScanById(db, headScanId)).toMatchObject({
      verdict: 'pass',
      results: { vulnerabilities: { critical: 1 } },
    })
    expect((await listAllFindings(db, headScanId, ['existing'])).map(({ advisory }) => advisory?.id)).toEqual([
      'GHSA-late',
    ])
  })
})
