import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { syncEcosystem } from '../../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { listServerHistory } from '../../../../../src/service/db/registry/history-list.ts'
import { listEntryFindings } from '../../../../../src/service/db/registry/entries.ts'
import { findScanById } from '../../../../../src/service/db/scans/scans.ts'
import { inventories } from '../../../../../src/service/db/scans/shared-results-schema.ts'
import { packageVersions } from '../../../../../src/service/db/rematching/schema.ts'
import { affects, feedFolder, type RecordParts } from '../../../scans/advisories/support/feed-folder.ts'
import { feedServer, loopbackSync } from '../../../scans/advisories/support/feed-server.ts'
import { component } from '../../../scans/advisories/support/npm-component.ts'
import { testDatabase } from '../../../../support/test-database.ts'
import { rematchWorld } from '../rematch-world.ts'
import { matchTouched } from '../../../../../src/service/registry/rematching/match-touched.ts'

const database = await testDatabase()
const { db } = database

beforeEach(async () => {
  await db.execute(
    sql`truncate advisory_feeds, advisories, advisory_affected, touched_packages, rematch_inventories,
      package_versions, advisory_matching, inventories, scans, registry_servers, github_repositories,
      advisory_activity, advisory_effects cascade`,
  )
})

const flaw = (id: string, name: string, severity = 'CRITICAL', parts: Partial<RecordParts> = {}): RecordParts => ({
  id,
  summary: `A flaw of ${name}`,
  affected: [affects(name, { introduced: '0' }, { fixed: '1.5.0' })],
  database_specific: { severity },
  ...parts,
})
const other = flaw('GHSA-other', 'unrelated', 'LOW')
const lib = component('lib', '1.0.0')
const newer = component('lib', '2.0.0')

/** Counts rows written until it is disposed. */
async function countWrites() {
  const tables = ['registry_servers', 'registry_findings', 'registry_revisions'] as const
  await database.sql.unsafe(`create table writes (what text);
    create function count_write() returns trigger language plpgsql as $$
    begin insert into writes values (tg_op || ' ' || tg_table_name); return null; end $$`)
  for (const table of tables)
    await database.sql.unsafe(`create trigger count_write after insert or update or delete on ${table}
      for each row execute function count_write()`)
  return {
    counted: async () =>
      Object.fromEntries(
        (
          await database.sql<
            { what: string; rows: number }[]
          >`select what, count(*)::int as rows from writes group by 1`
        ).map(({ what, rows }) => [what, rows]),
      ),
    [Symbol.asyncDispose]: async () =>
      void (await database.sql.unsafe('drop function count_write cascade; drop table writes')),
  }
}

describe('an advisory that comes after the scan', () => {
  it('moves exactly the servers that have a version that it is about', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other])
    await world.scanServer('hit', [lib, component('a', '1.0.0')])
    await world.scanServer('fixed', [newer])
    await world.scanServer('without', [component('a', '1.0.0')])
    await world.rematch()
    const untouched = [await world.serverOf('fixed'), await world.serverOf('without')]
    await world.sync([other, flaw('GHSA-late', 'lib')])
    await world.rematch()
    expect(await world.serverOf('hit')).toMatchObject({ securityScore: 52, grade: 'D', critical: 1, medium: 1 })
    expect(await world.storedServer('hit')).toMatchObject(await world.freshAnswer([lib, component('a', '1.0.0')]))
    expect([await world.serverOf('fixed'), await world.serverOf('without')]).toEqual(untouched)
    expect(
      world.told.servers.map(({ server, cause, advisories, opened, before, after }) => [
        server.slug,
        cause,
        advisories,
        opened.map(({ summary }) => summary),
        before.grade,
        after.grade,
      ]),
    ).toEqual([['npm-hit', 'advisory', ['GHSA-late'], ['A flaw of lib'], 'A', 'D']])
  })

  it('is a point of the history with its cause, its id and its time', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other])
    const scanId = await world.scanServer('server', [lib])
    await world.sync([other, flaw('GHSA-late', 'lib')])
    await world.rematch()
    const { id } = await world.serverOf('server')
    expect(await listServerHistory(db, id, 10)).toMatchObject([
      {
        number: 2,
        cause: 'advisory',
        advisories: ['GHSA-late'],
        scanId,
        securityScore: 52,
        grade: 'D',
        changedAt: expect.any(Date),
        vulnerabilities: { critical: 1, total: 2 },
      },
      { number: 1, cause: 'code', advisories: [], securityScore: 92, changedAt: null },
    ])
  })

  it('keeps what was known of findings that stay, and says since when there is a new one', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([flaw('GHSA-old', 'lib', 'LOW')])
    await world.scanServer('server', [lib])
    const { id } = await world.serverOf('server')
    const before = await listEntryFindings(db, id)
    await world.sync([flaw('GHSA-old', 'lib', 'LOW'), flaw('GHSA-late', 'lib', 'HIGH')])
    const startedAt = Date.now()
    await world.rematch()
    const [late, ...rest] = await listEntryFindings(db, id)
    expect(rest).toEqual(before)
    expect(late?.finding).toMatchObject({ state: 'new', severity: 'high', advisory: { id: 'GHSA-late' } })
    expect(Date.parse(late?.firstSeenAt ?? '')).toBeGreaterThanOrEqual(startedAt)
  })

  it('is noted for inventories in the order in which their sources were created', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other])
    const names = ['d', 'a', 'f', 'c', 'e', 'b']
    for (const name of names) await world.scanServer(name, [lib, component(`only-${name}`, '1.0.0')])
    await world.rematch()
    await world.sync([other, flaw('GHSA-late', 'lib')])
    expect(await matchTouched(world.context)).toBe(true)
    const noted = await db.execute<{ name: string }>(sql`
      select source.name from rematch_inventories noted
      join registry_revisions revision on revision.inventory_digest = noted.digest
      join registry_sources source on source.id = revision.source_id order by noted.number`)
    expect([...noted].map(({ name }) => name)).toEqual(names)
  })

  it('writes each server once, and only the findings that it opens', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([flaw('GHSA-old', 'lib', 'LOW')])
    await world.scanServer('server', [lib])
    await world.scanServer('another', [lib])
    await world.sync([flaw('GHSA-old', 'lib', 'LOW'), flaw('GHSA-late', 'lib', 'HIGH')])
    await using writes = await countWrites()
    await world.rematch()
    expect(await writes.counted()).toEqual({
      'UPDATE registry_servers': 2,
      'INSERT registry_findings': 2,
      'UPDATE registry_revisions': 2,
    })
    expect((await world.serverOf('server')).scans).toBe(2)
  })

  it('closes when it is withdrawn: the score is what it was, and the history says by what', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other])
    await world.scanServer('server', [lib])
    await world.sync([other, flaw('GHSA-late', 'lib')])
    await world.rematch()
    await world.sync([other, flaw('GHSA-late', 'lib', 'CRITICAL', { withdrawn: '2026-01-02T00:00:00Z' })])
    await world.rematch()
    const { id, ...server } = await world.serverOf('server')
    expect(server).toMatchObject({ securityScore: 92, grade: 'A', critical: 0, medium: 1 })
    expect(
      (await listServerHistory(db, id, 10)).map(({ cause, advisories, securityScore }) => [
        cause,
        advisories,
        securityScore,
      ]),
    ).toEqual([
      ['advisory', ['GHSA-late'], 92],
      ['advisory', ['GHSA-late'], 52],
      ['code', [], 92],
    ])
    expect((await listEntryFindings(db, id)).map(({ finding }) => finding.fingerprint)).toEqual(['code'])
    expect(world.told.servers.map(({ opened, point }) => [opened.length, point])).toEqual([
      [1, 2],
      [0, 3],
    ])
  })

  it('is reported for the default branch of an installed repository if its newest scan has it', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other])
    const old = await world.scanRepository(7, [lib])
    const scanId = await world.scanRepository(7, [lib, component('a', '1.0.0')])
    await world.sync([other, flaw('GHSA-late', 'lib')])
    await world.rematch()
    expect(await world.storedScan(scanId)).toEqual(await world.freshAnswer([lib, component('a', '1.0.0')]))
    expect(await findScanById(db, scanId)).toMatchObject({ verdict: 'fail', results: { grade: 'D' } })
    expect(await findScanById(db, old)).toMatchObject({ verdict: 'pass', results: { grade: 'A' } })
    expect(world.told.repositories).toMatchObject([
      { accountId: world.accountId, scanId, opened: [{ summary: 'A flaw of lib' }] },
    ])
    expect(world.told.servers).toEqual([])
  })

  it('that came while a scan ran is found once that is stored', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other])
    await world.scanServer('first', [lib])
    await world.rematch()
    const store = await world.beginScan('second', [lib])
    await world.sync([other, flaw('GHSA-late', 'lib')])
    await world.rematch()
    await store()
    expect(await world.serverOf('second')).toMatchObject({ critical: 0 })
    await world.rematch()
    expect(await world.serverOf('second')).toMatchObject({ critical: 1, grade: 'D' })
  })

  it('goes by another of its ids without being another flaw: its first day and what was said of it stay', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other, flaw('PYSEC-1', 'lib', 'HIGH', { aliases: ['CVE-2026-1'] })])
    await world.scanServer('server', [lib])
    const { id } = await world.serverOf('server')
    const [before] = await listEntryFindings(db, id)
    expect(before?.finding.advisory?.id).toBe('PYSEC-1')
    await world.sync([
      other,
      flaw('PYSEC-1', 'lib', 'HIGH', { aliases: ['CVE-2026-1'] }),
      flaw('GHSA-1', 'lib', 'HIGH', { aliases: ['CVE-2026-1'] }),
    ])
    await world.rematch()
    const [after, ...rest] = await listEntryFindings(db, id)
    expect(rest).toHaveLength(1)
    expect(after?.finding.advisory?.id).toBe('GHSA-1')
    expect(after?.finding.fingerprint).not.toBe(before?.finding.fingerprint)
    expect([after?.firstSeenAt, after?.finding.firstSeenAt, after?.finding.id, after?.finding.state]).toEqual([
      before?.firstSeenAt,
      before?.finding.firstSeenAt,
      before?.finding.id,
      before?.finding.state,
    ])
    expect(world.told.servers).toMatchObject([{ opened: [], escalated: [], point: undefined }])
    expect((await db.execute(sql`select advisory_id from advisory_effects`)).length).toBe(0)
  })

  it('changes no server whose version it does not concern, and ignores changes that are not told', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([flaw('GHSA-late', 'lib')])
    await world.scanServer('server', [lib])
    await world.rematch()
    const before = await world.serverOf('server')
    await world.sync([flaw('GHSA-late', 'lib', 'CRITICAL', { credits: [{ name: 'somebody' }] })])
    await world.rematch()
    expect(await world.serverOf('server')).toEqual(before)
    expect(world.told.servers).toEqual([])
  })

  it('brings numbers in line that do not belong to the findings, and is not what is blamed for it', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([flaw('GHSA-known', 'lib')])
    await world.scanServer('server', [lib])
    await world.rematch()
    const { id } = await world.serverOf('server')
    await db.execute(
      sql`update registry_revisions set results = jsonb_set(jsonb_set(results, '{securityScore}', '92'),
        '{vulnerabilities,critical}', '0')`,
    )
    await db.execute(sql`update registry_servers set security_score = 92, grade = 'A', critical = 0`)
    await db.execute(sql`update registry_history set security_score = 92`)
    await db.execute(sql`insert into rematch_inventories (digest, cause) select digest, 'advisory' from inventories`)
    await world.rematch()
    const { revisionScore, basis: _basis, kept: _kept, ...stored } = await world.storedServer('server')
    expect(stored).toEqual(await world.freshAnswer([lib]))
    expect(revisionScore).toBe(stored.score)
    expect((await listServerHistory(db, id, 10)).map(({ cause, advisories }) => [cause, advisories])).toEqual([
      ['rules', []],
      ['code', []],
    ])
  })

  it.each([
    ['that matches as this one, once all was matched', true, ['advisory', ['GHSA-late']]],
    ['of which that is not known', false, ['rules', []]],
  ])('is found by the scan of another engine %s', async (_, isMatched, told) => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other])
    await world.scanServer('server', [lib])
    if (isMatched) await world.rematch()
    await db.execute(
      sql`update registry_revisions set engine = 'the one before',
        advisory_date = '{"npm":{"syncedAt":"2025-12-01T00:00:00.000Z"}}'`,
    )
    const touched = await db.execute<{ number: number }>(
      sql`select coalesce(max(number), 0)::int as number from touched_packages`,
    )
    await world.sync([other, flaw('GHSA-late', 'lib')])
    // The state in which the packages of the sync are matched and the server was not updated.
    await db.execute(sql`delete from touched_packages where number > ${touched[0]?.number ?? 0}`)
    await world.scanServer('server', [lib])
    const { id } = await world.serverOf('server')
    const [last] = await listServerHistory(db, id, 10)
    expect([last?.cause, last?.advisories]).toEqual(told)
  })

  it('is never taken for a change of our own rules', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other])
    await world.scanServer('server', [lib])
    await world.rematch()
    // The state that an engine version leaves if it did not find this vulnerability.
    await world.sync([other, flaw('GHSA-late', 'lib')])
    await db.execute(sql`truncate touched_packages`)
    await db.execute(sql`update advisory_matching set matched_by = 'another'`)
    await world.rematch()
    const { id, critical } = await world.serverOf('server')
    expect(critical).toBe(1)
    expect((await listServerHistory(db, id, 1)).map(({ cause, advisories }) => [cause, advisories])).toEqual([
      ['rules', []],
    ])
  })
})

describe('a feed that is followed by its listing', () => {
  it('moves the servers by a record that changed, and by one that went, without the export', async () => {
    const feed = await feedServer()
    const world = await rematchWorld(database, feed)
    const sync = loopbackSync(database, [feed.base])
    const followed = async (records: readonly RecordParts[]) => {
      feed.publish(records)
      feed.asked()
      expect((await syncEcosystem(sync, 'npm', { signal: new AbortController().signal })).complete).toBe(true)
      await world.rematch()
      const { securityScore, grade, critical, low } = await world.serverOf('server')
      return { asked: feed.asked(), securityScore, grade, critical, low }
    }
    feed.publish([other, flaw('GHSA-late', 'lib', 'LOW')])
    await syncEcosystem(sync, 'npm', { signal: new AbortController().signal })
    await world.scanServer('server', [lib])
    await world.scanServer('without', [newer])
    await world.rematch()
    const without = await world.serverOf('without')
    expect(await world.serverOf('server')).toMatchObject({ low: 1, critical: 0 })
    expect(await followed([other, flaw('GHSA-late', 'lib', 'CRITICAL', { modified: '2026-02-01T00:00:00Z' })])).toEqual(
      { asked: ['npm/modified_id.csv', 'npm/GHSA-late.json'], securityScore: 52, grade: 'D', critical: 1, low: 0 },
    )
    expect(await world.storedServer('server')).toMatchObject(await world.freshAnswer([lib]))
    expect(await followed([other])).toEqual({
      asked: ['npm/modified_id.csv', 'npm/GHSA-late.json'],
      securityScore: 92,
      grade: 'A',
      critical: 0,
      low: 0,
    })
    expect(await world.storedServer('server')).toMatchObject(await world.freshAnswer([lib]))
    expect(await world.serverOf('without')).toEqual(without)
    const { id } = await world.serverOf('server')
    expect((await listServerHistory(db, id, 10)).map(({ cause, advisories }) => [cause, advisories])).toEqual([
      ['advisory', ['GHSA-late']],
      ['advisory', ['GHSA-late']],
      ['code', []],
    ])
  })
})

describe('what is stored of components', () => {
  it('is a row for each package version, shared by all projects, and a list of ids for each inventory', async () => {
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other])
    const long = component('x'.repeat(3_000), '1.0.0')
    await world.scanServer('one', [lib, newer, long])
    await world.scanServer('two', [newer, component('lib', '1.0.0', { direct: false }), lib])
    await world.rematch()
    const versions = await db.select().from(packageVersions).orderBy(asc(packageVersions.version))
    expect(versions.map(({ ecosystem, packageName, version }) => [ecosystem, packageName, version])).toEqual([
      ['npm', 'lib', '1.0.0'],
      ['npm', 'lib', '2.0.0'],
    ])
    const [first, second] = versions.map(({ id }) => id)
    const lists = (await db.select({ ids: inventories.packageVersions }).from(inventories)).map(({ ids }) => ids)
    expect(lists).toEqual(
      expect.arrayContaining([
        [first, second, 0],
        [second, first, first],
      ]),
    )
  })

  it('stays as it was found where a name is too long to be looked up', async () => {
    const world = await rematchWorld(database, feedFolder())
    const name = 'x'.repeat(1_000)
    const long = component(name, `1.0.0-${'y'.repeat(1_500)}`)
    await world.sync([flaw('GHSA-long', name)])
    await world.scanServer('server', [long, lib])
    await world.sync([flaw('GHSA-long', name), flaw('GHSA-late', 'lib')])
    await world.rematch()
    expect(await world.storedServer('server')).toMatchObject(await world.freshAnswer([long, lib]))
  })

  it('goes with the last inventory that has it', async () => {
    const { removeUnusedInventories } = await import('../../../../../src/service/db/scans/inventories.ts')
    const world = await rematchWorld(database, feedFolder())
    await world.sync([other])
    await world.scanServer('server', [lib])
    const scanId = await world.scanRepository(7, [lib, component('private-name', '1.0.0')])
    await world.rematch()
    await db.execute(sql`delete from scans`)
    await removeUnusedInventories(db)
    expect(
      (await db.select({ name: packageVersions.packageName }).from(packageVersions)).map(({ name }) => name),
    ).toEqual(['lib'])
    expect(await findScanById(db, scanId)).toBeUndefined()
    expect(await db.select().from(packageVersions).where(eq(packageVersions.packageName, 'private-name'))).toEqual([])
  })
})
