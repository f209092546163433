import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApiKey } from '../../../../src/service/accounts/create-account.ts'
import { githubChecks } from '../../../../src/service/db/github/checks-schema.ts'
import { keepEffects } from '../../../../src/service/db/rematching/keep-effects.ts'
import { fanOutRematch } from '../../../../src/service/webhooks/fan-out-rematch.ts'
import { affects, feedFolder, type RecordParts } from '../../scans/advisories/support/feed-folder.ts'
import { component } from '../../scans/advisories/support/npm-component.ts'
import { caller, testApi } from '../../../support/test-api.ts'
import { rematchWorld } from './rematch-world.ts'

const api = await testApi()
const { db, queue } = api
const database = { db, sql: api.sql, [Symbol.asyncDispose]: async () => {} }
const announceRematch = fanOutRematch({ queue, publicUrl: 'https://assay.example' })

beforeEach(async () => {
  await db.execute(
    sql`truncate advisory_feeds, advisories, advisory_affected, touched_packages, rematch_inventories,
      package_versions, advisory_matching, inventories, scans, registry_servers, github_repositories, github_checks,
      advisory_activity, advisory_effects, webhook_events cascade`,
  )
})

const other: RecordParts = { id: 'GHSA-other', affected: [affects('unrelated')] }
const late = (severity = 'CRITICAL', parts: Partial<RecordParts> = {}): RecordParts => ({
  id: 'GHSA-late',
  aliases: ['CVE-2026-9'],
  summary: 'A flaw of lib',
  affected: [affects('lib', { introduced: '0' }, { fixed: '1.5.0' })],
  database_specific: { severity },
  ...parts,
})
const components = [component('lib', '1.0.0'), component('lib', '1.2.0', { direct: false })]

async function accountWithHook(name: string, plan: 'free' | 'enterprise' = 'enterprise') {
  const account = await api.account(`${name} ${randomUUID()}`, ['webhooks:write', 'scans:read', 'scans:write'], plan)
  await db.execute(
    sql`insert into webhook_endpoints (id, account_id, url, events, secret_sealed)
      values (${randomUUID()}, ${account.accountId}, ${`https://hooks.example/${name}`}, '{}', 'x')`,
  )
  return account
}

interface ToldEvent {
  readonly event: string
  readonly id: string
  readonly data: { readonly [part: string]: unknown }
}

async function eventsOf(accountId: string): Promise<ToldEvent[]> {
  const rows = await db.execute<{ body: string }>(
    sql`select body from webhook_events where account_id = ${accountId} order by event, created_at, body`,
  )
  return rows.map(({ body }) => JSON.parse(body) as ToldEvent)
}

describe('what an advisory does', () => {
  it('is sent to accounts that scanned or watch the server, each event once, and to no others', async () => {
    const [owner, watcher, free, stranger] = [
      await accountWithHook('owner'),
      await accountWithHook('watcher'),
      await accountWithHook('free', 'free'),
      await accountWithHook('stranger'),
    ]
    const world = await rematchWorld(database, feedFolder(), { owner: owner.accountId })
    await world.sync([other])
    const scanId = await world.scanServer('server', components)
    await world.rematch()
    for (const account of [watcher, free]) await account.call('PUT', '/api/v1/servers/npm-server/watch')
    await world.sync([other, late()])
    // Fails after everything was stored, so that everything is rolled back and repeated.
    await expect(
      world.rematch(undefined, {
        announceRematch: async (tx, rematched) => {
          await announceRematch(tx, rematched)
          throw new Error('ended')
        },
      }),
    ).rejects.toThrow('ended')
    expect(await eventsOf(owner.accountId)).toEqual([])
    await world.rematch(undefined, { announceRematch })
    await world.rematch(undefined, { announceRematch })
    const told = await eventsOf(owner.accountId)
    expect(told.map(({ event }) => event)).toEqual([
      'advisory.matched',
      'server.grade_changed',
      'vulnerability.found',
      'vulnerability.found',
    ])
    expect(told[0]?.data).toMatchObject({
      advisory: { id: 'GHSA-late', aliases: ['CVE-2026-9'] },
      summary: 'A flaw of lib',
      severity: 'critical',
      isMalware: false,
      scanId,
      url: 'https://www.npmjs.com/package/server',
      reportUrl: 'https://assay.example/servers/npm-server',
      components: [{ purl: 'pkg:npm/lib@1.0.0' }, { purl: 'pkg:npm/lib@1.2.0' }],
      server: { slug: 'npm-server' },
    })
    expect(told[1]?.data).toMatchObject({
      before: { grade: 'A', scanId },
      after: { grade: 'F', scanId },
      cause: 'advisory',
      advisories: ['GHSA-late'],
    })
    expect((await eventsOf(watcher.accountId)).map(({ event }) => event)).toEqual(told.map(({ event }) => event))
    expect((await eventsOf(free.accountId)).map(({ event }) => event)).toEqual([
      'advisory.matched',
      'server.grade_changed',
    ])
    expect(await eventsOf(stranger.accountId)).toEqual([])
  })

  it('is sent again when it becomes high or critical, once, and not when its severity drops or stays', async () => {
    const owner = await accountWithHook('escalation')
    const world = await rematchWorld(database, feedFolder(), { owner: owner.accountId })
    await world.sync([other, late('LOW')])
    await world.scanServer('server', [component('lib', '1.0.0')])
    const scanId = await world.scanRepository(7, [component('lib', '1.0.0')])
    const told = async (severity: string) => {
      await world.sync([other, late(severity)])
      await world.rematch(undefined, { announceRematch })
      return (await eventsOf(owner.accountId))
        .filter(({ event }) => event !== 'server.grade_changed')
        .map(
          ({ event, data }) =>
            `${event} ${String(data['severity'])} ${data['scanId'] === scanId ? 'repository' : 'server'}`,
        )
        .toSorted()
    }
    const once = [
      'advisory.matched critical repository',
      'advisory.matched critical server',
      'vulnerability.found critical repository',
      'vulnerability.found critical server',
    ]
    expect(await told('MODERATE')).toEqual([])
    expect(await told('CRITICAL')).toEqual(once)
    expect(await told('HIGH')).toEqual(once)
    expect(await told('CRITICAL')).toEqual(once)
  })

  it('is another event for server and repository when it is published again after it was withdrawn', async () => {
    const owner = await accountWithHook('again')
    const world = await rematchWorld(database, feedFolder(), { owner: owner.accountId })
    await world.sync([other])
    await world.scanServer('server', [component('lib', '1.0.0')])
    const scanId = await world.scanRepository(7, [component('lib', '1.0.0')])
    const told = async (...records: RecordParts[]) => {
      await world.sync([other, ...records])
      await world.rematch(undefined, { announceRematch })
      return (await eventsOf(owner.accountId)).filter(({ event }) => event !== 'server.grade_changed')
    }
    const first = await told(late())
    expect(
      first.map(({ event, data }) => `${event} ${data['scanId'] === scanId ? 'repository' : 'server'}`).toSorted(),
    ).toEqual([
      'advisory.matched repository',
      'advisory.matched server',
      'vulnerability.found repository',
      'vulnerability.found server',
    ])
    expect(await told(late('CRITICAL', { withdrawn: '2026-01-02T00:00:00Z' }))).toHaveLength(4)
    const again = await told(late())
    expect(again).toHaveLength(8)
    expect(new Set(again.map(({ id }) => id)).size).toBe(8)
    // A lower and then higher severity is still the same vulnerability, as in another test. Only events since it was
    // published again count.
    await told(late('LOW'))
    expect(await told(late())).toHaveLength(12)
    await told(late('LOW'))
    expect(await told(late())).toHaveLength(12)
  })

  it('is one event for a scan of a server and a repository, whenever each of them saw it first', async () => {
    const owner = await accountWithHook('shared')
    const world = await rematchWorld(database, feedFolder(), { owner: owner.accountId })
    await world.sync([other, late('LOW')])
    const lib = component('lib', '1.0.0')
    await world.scanPublicRepository(7, [lib])
    // The server has had the vulnerability since the previous scan.
    const scanId = await world.scanPublicRepository(7, [lib])
    const told = async (...records: RecordParts[]) => {
      await world.sync([other, ...records])
      await world.rematch(undefined, { announceRematch })
      return (await eventsOf(owner.accountId))
        .filter(({ event }) => event !== 'server.grade_changed')
        .map(({ event, data }) => `${event} ${String(data['scanId'])}`)
    }
    expect(await told(late('CRITICAL'))).toEqual([`advisory.matched ${scanId}`, `vulnerability.found ${scanId}`])
    await told()
    expect(await told(late('CRITICAL'))).toHaveLength(4)
    expect(await told(late('HIGH'))).toHaveLength(4)
  })

  it(
    'is told once for a scan that it comes to be about in two steps, and anew only after it was withdrawn ' +
      'from all of it',
    async () => {
      const owner = await accountWithHook('steps')
      const world = await rematchWorld(database, feedFolder(), { owner: owner.accountId })
      await world.sync([other])
      await world.scanServer('server', [component('lib', '1.0.0'), component('more', '1.0.0')])
      const told = async (...records: RecordParts[]) => {
        await world.sync([other, ...records])
        await world.rematch(undefined, { announceRematch })
        const events = (await eventsOf(owner.accountId)).map(({ event }) => event)
        return ['advisory.matched', 'vulnerability.found'].map(
          (name) => events.filter((event) => event === name).length,
        )
      }
      const wider = late('CRITICAL', {
        affected: [affects('lib', { introduced: '0' }, { fixed: '1.5.0' }), affects('more', { introduced: '0' })],
      })
      expect(await told(late())).toEqual([1, 1])
      expect(await told(wider)).toEqual([1, 2])
      expect(await told(late())).toEqual([1, 2])
      expect(await told()).toEqual([1, 2])
      expect(await told(wider)).toEqual([2, 4])
    },
  )

  it('has ids of its own for each change of a grade, of the same scan by the same formula', async () => {
    const owner = await accountWithHook('grades')
    const world = await rematchWorld(database, feedFolder(), { owner: owner.accountId })
    await world.sync([other])
    await world.scanServer('server', components)
    for (const records of [[other, late()], [other], [other, late()]]) {
      await world.sync(records)
      await world.rematch(undefined, { announceRematch })
    }
    const events = await eventsOf(owner.accountId)
    expect(
      events
        .filter(({ event }) => event === 'server.grade_changed')
        .map(({ data }) => (data['after'] as { grade: string }).grade),
    ).toEqual(['F', 'A', 'F'])
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length)
  })

  it('of a private repository is sent only to its account, in events and responses, and to GitHub', async () => {
    const [owner, stranger] = [await accountWithHook('private'), await accountWithHook('stranger')]
    const world = await rematchWorld(database, feedFolder(), { owner: owner.accountId })
    await world.sync([other])
    const scanId = await world.scanRepository(7, components)
    const checkId = randomUUID()
    await db.insert(githubChecks).values({
      id: checkId,
      host: 'github.com',
      repositoryId: 7,
      headSha: 'a'.repeat(40),
      baseRef: 'main',
      cause: 'push',
      state: 'completed',
      headScanId: scanId,
      publishedDigest: 'x',
      concludedAt: new Date(),
      createdAt: new Date(),
      changedAt: new Date(),
    })
    await world.sync([other, late()])
    await world.rematch(undefined, { announceRematch })
    expect((await eventsOf(owner.accountId)).map(({ event, data }) => [event, data['scanId']])).toEqual([
      ['advisory.matched', scanId],
      ['vulnerability.found', scanId],
      ['vulnerability.found', scanId],
    ])
    expect(await eventsOf(stranger.accountId)).toEqual([])
    expect(world.enqueued).toEqual(['tell-check'])
    expect(await db.select({ concludedAt: githubChecks.concludedAt }).from(githubChecks)).toEqual([
      { concludedAt: null },
    ])

    const activity = async (who: { readonly call: typeof owner.call }) =>
      (await who.call('GET', '/api/v1/advisories')).json.data
    expect(await activity(owner)).toMatchObject({
      advisories: [
        {
          id: 'GHSA-late',
          servers: [],
          serverCount: 0,
          repositories: [{ scanId, url: 'https://github.com/o/r7', change: 'opened', scoreBefore: 92 }],
          repositoryCount: 1,
        },
      ],
      pagination: { total: 1 },
    })
    expect(await activity(stranger)).toMatchObject({ advisories: [], pagination: { total: 0 } })
    const read = async (who: { readonly call: typeof owner.call }) =>
      (await who.call('GET', '/api/v1/advisories/CVE-2026-9')).json.data
    expect(await read(owner)).toMatchObject({
      id: 'GHSA-late',
      servers: [],
      repositories: [{ scanId, url: 'https://github.com/o/r7' }],
    })
    for (const ask of [stranger.call, api.anonymous]) {
      const byItsOwn = (await ask('GET', '/api/v1/advisories/GHSA-late')).json.data
      expect(byItsOwn).toMatchObject({
        id: 'GHSA-late',
        aliases: ['CVE-2026-9'],
        packages: [{ name: 'lib' }],
        servers: [],
        repositories: [],
        pagination: { total: 0 },
      })
      expect((await ask('GET', '/api/v1/advisories/CVE-2026-9')).json.data).toEqual(byItsOwn)
    }
    expect(await (await fetch(`${api.address}/advisories/CVE-2026-9`)).text()).toContain('No affected servers')
    const writing = await createApiKey(
      { db, masterKey: api.masterKey },
      { accountId: owner.accountId, name: 'receivers', permissions: ['webhooks:write'] },
    )
    const asWriting = caller(api.address, { 'x-api-key': writing })
    expect((await asWriting('GET', '/api/v1/advisories')).json.data.advisories).toEqual([])
    expect((await asWriting('GET', '/api/v1/advisories/GHSA-late')).json.data.repositories).toEqual([])
    expect((await api.anonymous('GET', '/api/v1/advisories')).json.data.advisories).toEqual([])
    // An ID that is only known from stored results would reveal that a private project is affected.
    await db.execute(sql`delete from advisories where id = 'GHSA-late'`)
    expect(await read(owner)).toMatchObject({ id: 'GHSA-late', repositories: [{ scanId }] })
    for (const id of ['CVE-2026-9', 'GHSA-late']) {
      for (const ask of [stranger.call, api.anonymous])
        expect((await ask('GET', `/api/v1/advisories/${id}`)).status).toBe(404)
      expect((await fetch(`${api.address}/advisories/${id}`)).status).toBe(404)
    }
  })

  it('is found by an alias when it affects no project, as the best known record that applies', async () => {
    const world = await rematchWorld(database, feedFolder())
    const record = (id: string, parts: Partial<RecordParts> = {}): RecordParts => ({
      ...other,
      id,
      aliases: ['CVE-2026-7'],
      ...parts,
    })
    await world.sync([
      record('PYSEC-1'),
      record('GHSA-gone', { withdrawn: '2026-01-02T00:00:00Z' }),
      record('GHSA-holds'),
    ])
    const read = async (id: string) => (await api.anonymous('GET', `/api/v1/advisories/${id}`)).json.data
    expect(await read('CVE-2026-7')).toMatchObject({ id: 'GHSA-holds', servers: [] })
    expect(await read('CVE-2026-7')).toEqual(await read('GHSA-holds'))
    await world.sync([
      ...Array.from({ length: 40 }, (_, index) => record(`AAA-${index}`)),
      record('PYSEC-1'),
      record('GHSA-holds'),
    ])
    expect(await read('CVE-2026-7')).toMatchObject({ id: 'GHSA-holds' })
    await world.sync([record('GHSA-gone', { withdrawn: '2026-01-02T00:00:00Z' })])
    expect(await read('CVE-2026-7')).toMatchObject({ id: 'GHSA-gone', withdrawn: '2026-01-02T00:00:00.000Z' })
  })

  it('is listed for everyone with the servers, and read by any of its ids', async () => {
    const owner = await accountWithHook('public')
    const world = await rematchWorld(database, feedFolder(), { owner: owner.accountId })
    await world.sync([other])
    await world.scanServer('server', components)
    await world.scanServer('hidden', components)
    await world.scanServer('unconcerned', [component('lib', '2.0.0')])
    await world.sync([other, late()])
    await world.rematch()
    await db.execute(sql`update registry_servers set hidden_at = now() where slug = 'npm-hidden'`)
    const { data } = (await api.anonymous('GET', '/api/v1/advisories?days=1')).json
    expect(data.advisories).toMatchObject([
      {
        id: 'GHSA-late',
        aliases: ['CVE-2026-9'],
        summary: 'A flaw of lib',
        severity: 'critical',
        serverCount: 1,
        servers: [{ slug: 'npm-server', change: 'opened', scoreBefore: 92, scoreAfter: 24 }],
        repositories: [],
      },
    ])
    const scanId = await world.scanRepository(9, components)
    const later = new Date(Date.now() + 60_000)
    await keepEffects(
      db,
      [
        {
          advisoryId: 'GHSA-late',
          aliases: ['CVE-2026-9'],
          url: 'https://osv.dev/vulnerability/GHSA-late',
          summary: 'A flaw of lib',
          severity: 'critical',
          change: 'opened',
          scoreBefore: 92,
          scoreAfter: 24,
          accountId: owner.accountId,
          scanId,
        },
      ],
      later,
    )
    // The time when a private project was affected is visible only to its account.
    expect((await api.anonymous('GET', '/api/v1/advisories?days=1')).json.data).toEqual(data)
    expect((await owner.call('GET', '/api/v1/advisories?days=1')).json.data.advisories).toMatchObject([
      { at: later.toISOString(), repositoryCount: 1 },
    ])
    const one = (await api.anonymous('GET', '/api/v1/advisories/CVE-2026-9')).json.data
    expect(one).toMatchObject({
      id: 'GHSA-late',
      severity: 'critical',
      isMalware: false,
      servers: [
        {
          slug: 'npm-server',
          grade: 'F',
          packages: [
            { ecosystem: 'npm', name: 'lib', version: '1.0.0' },
            { name: 'lib', version: '1.2.0' },
          ],
        },
      ],
      pagination: { total: 1 },
    })
    expect((await api.anonymous('GET', '/api/v1/advisories/GHSA-other')).json.data).toMatchObject({
      id: 'GHSA-other',
      packages: [{ ecosystem: 'npm', name: 'unrelated' }],
      servers: [],
    })
    expect((await api.anonymous('GET', '/api/v1/advisories/GHSA-nobody')).status).toBe(404)
    const badge = async () =>
      (await (await fetch(`${api.address}/servers/npm-server/badge.svg`)).text()).match(/<title>(.*?)<\/title>/)?.[1]
    expect(await badge()).toMatch(/\bF\b/)
    await world.sync([other, late('CRITICAL', { withdrawn: '2026-01-02T00:00:00Z' })])
    await world.rematch()
    expect(await badge()).toMatch(/\bA\b/)
    expect((await api.anonymous('GET', '/api/v1/advisories')).json.data.advisories).toMatchObject([
      { id: 'GHSA-late', servers: [{ change: 'closed', scoreBefore: 24, scoreAfter: 92 }] },
    ])
    expect((await api.anonymous('GET', '/api/v1/advisories/GHSA-late')).json.data).toMatchObject({
      withdrawn: '2026-01-02T00:00:00.000Z',
      servers: [],
    })
    expect((await api.anonymous('GET', '/api/v1/servers/npm-server/history')).json.data).toMatchObject({
      history: [
        { cause: 'advisory', advisories: ['GHSA-late'], changedAt: expect.any(String), securityScore: 92 },
        { securityScore: 24 },
        { cause: 'code' },
      ],
    })
  })
})
