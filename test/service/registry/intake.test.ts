import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount } from '../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../src/service/accounts/master-key.ts'
import { makeRegistryAccount } from '../../../src/service/accounts/registry-account.ts'
import { claimScan } from '../../../src/service/db/scans/claims.ts'
import type { ScansAtOnce } from '../../../src/settings/scans-at-once.ts'
import { addIntake, countIntake, listFailedIntake } from '../../../src/service/db/registry/intake.ts'
import { intakeLimits } from '../../../src/service/registry/intake/intake-limits.ts'
import { outgoingLimits } from '../../../src/engine/net/outgoing-limits.ts'
import { registryAccount } from '../../../src/engine/model/registry-account.ts'
import { openQueue } from '../../../src/service/queue/queue.ts'
import { feedScans } from '../../../src/service/registry/intake/feed-scans.ts'
import { parseNamesList } from '../../../src/service/registry/intake/names-list.ts'
import { rescanOf, resolveSources } from '../../../src/service/registry/intake/resolve-sources.ts'
import { endWithFailure } from '../../../src/service/scans/end-scan.ts'
import { engineVersion } from '../../../src/engine/scanner/engine-version.ts'
import { queuePositionOf } from '../../../src/service/scans/estimate-completion.ts'
import { requestScan } from '../../../src/service/scans/request-scan.ts'
import { parseTarget } from '../../../src/engine/sources/accept-url.ts'
import { createNpmRegistry } from '../../../src/engine/sources/package-registries/npm-registry.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { withRealSockets } from '../../engine/net/loopback.ts'
import { startNpmStandIn } from '../../support/npm-stand-in.ts'
import { sourceContext } from '../../support/source-context.ts'
import { testDatabase } from '../../support/test-database.ts'

withRealSockets()
const log = pino({ level: 'silent' })
const { db, sql, url } = await testDatabase()
const queue = await openQueue({ url, log })
afterAll(() => queue[Symbol.asyncDispose]())
const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
await makeRegistryAccount({ db, masterKey })
await makeRegistryAccount({ db, masterKey })
const user = (await createAccount({ db, masterKey }, { name: 'user', plan: 'free' }))?.id ?? ''
const context = { db, queue, log, besideScans: 1, announceScanEnd: async () => {} }

const pageOf = (name: string) => `https://www.npmjs.com/package/${name}`
async function submit(accountId: string, name = 'x') {
  const scan = await requestScan(context, {
    accountId,
    url: pageOf(name),
    target: parseTarget(pageOf(name)),
    failOn: 'high',
  })
  if (typeof scan === 'string') throw new Error(scan)
  return scan
}
let moment = Date.parse('2026-01-01T00:00:00Z')
const claim = (atOnce: ScansAtOnce = { ofAll: 64, ofAccount: 8 }) =>
  claimScan(db, { ticket: crypto.randomUUID() }, { atOnce, now: new Date((moment += 1_000)) })
const endAll = (code: 'UPSTREAM_UNAVAILABLE' | 'NOTHING_TO_SCAN') =>
  sql`select id from scans where status in ('pending', 'scanning')`.then((rows) =>
    Promise.all(rows.map((row) => endWithFailure(context, String(row['id']), { code, message: 'It is a test.' }))),
  )

beforeEach(async () => {
  await sql`delete from registry_intake`
  await sql`delete from scans`
  await sql`delete from pgboss.job`
})

describe('scans of the registry', () => {
  it('never delay a scan that a user waits for: none of 1,000 starts before it', async () => {
    await sql`insert into scans (id, account_id, status, url, target, source_type, fail_on, force, priority,
        as_anybody, stage, percent, created_at, estimated_completion_at)
      select 'scan_registry_' || n, ${registryAccount.id}, 'pending', ${pageOf('x')},
      ${JSON.stringify({ type: 'npm', name: 'x', selector: 'latest' })}::jsonb, 'npm', 'high', false, 0, true,
      'queued', 0, now() - interval '1 day', now() from generate_series(1, 1000) n`
    const own = await claim()
    expect(own?.accountId).toBe(registryAccount.id)
    const scan = await submit(user)
    expect(await queuePositionOf(db, scan)).toBe(1)
    // Waits for the running scan, one scan of the registry, and itself, but not for a thousand scans.
    expect(scan.estimatedCompletionAt.getTime() - scan.createdAt.getTime()).toBeLessThan(60_000)
    expect((await claim())?.id).toBe(scan.id)
    const waiting = await sql`select id, account_id, priority, created_at from scans where status = 'pending' limit 1`
    const [one] = waiting
    if (!one) throw new Error('none waits')
    await submit(user)
    expect(
      await queuePositionOf(db, {
        id: String(one['id']),
        accountId: registryAccount.id,
        priority: 0,
        createdAt: new Date(String(one['created_at'])),
      }),
    ).toBeGreaterThan(1)
  })

  it('start only while no other account has one waiting or running, and leave one of several slots free', async () => {
    for (let scan = 0; scan < 4; scan += 1) await submit(registryAccount.id)
    expect((await claim({ ofAll: 1, ofAccount: 1 }))?.accountId).toBe(registryAccount.id)
    expect(await claim({ ofAll: 64, ofAccount: 8 })).toBeUndefined()
    expect((await claim({ ofAll: 3, ofAccount: 1, besideRegistry: 9 }))?.accountId).toBe(registryAccount.id)
    expect(await claim({ ofAll: 3, ofAccount: 1, besideRegistry: 9 })).toBeUndefined()
    const scan = await submit(user)
    expect((await claim({ ofAll: 3, ofAccount: 1, besideRegistry: 9 }))?.id).toBe(scan.id)
    // A scan of an account at its limit waits, so the slots are reserved for it.
    await submit(user)
    expect(await claim({ ofAll: 64, ofAccount: 1, besideRegistry: 9 })).toBeUndefined()
  })

  it('are submitted few at a time, most urgent first, and tied to what asked for them', async () => {
    const { entries } = parseNamesList(
      Array.from({ length: 100 }, (_, index) => `npm:p${index}`).join('\n'),
      new Date(0),
    )
    await addIntake(
      db,
      entries.map((entry, index) => ({ ...entry, priority: index === 99 ? 1 : 0 })),
    )
    expect(await feedScans(context, new Date())).toEqual({ settled: 0, submitted: intakeLimits.maxWaitingScans })
    expect(await feedScans(context, new Date())).toEqual({ settled: 0, submitted: 0 })
    expect(
      (await sql`select target->>'name' as name, as_anybody from scans where account_id = ${registryAccount.id}`).map(
        (row) => [row['name'], row['as_anybody']],
      ),
    ).toContainEqual(['p99', true])
    expect(await countIntake(db)).toEqual({ waiting: 80, submitted: 20, done: 0, failed: 0 })
  })

  it('are tried again later and later when they fail, and given up with the reason', async () => {
    await addIntake(db, parseNamesList('npm:passing\nnpm:empty', new Date(0)).entries)
    await feedScans(context, new Date(0))
    const scans = await sql`select id, target->>'name' as name from scans`
    for (const row of scans)
      await endWithFailure(context, String(row['id']), {
        code: row['name'] === 'empty' ? 'NOTHING_TO_SCAN' : 'UPSTREAM_UNAVAILABLE',
        message: 'It is a test.',
      })
    expect(await feedScans(context, new Date(0))).toEqual({ settled: 2, submitted: 0 })
    expect(await listFailedIntake(db, 9)).toMatchObject([
      { url: pageOf('empty'), lastError: 'NOTHING_TO_SCAN: It is a test.', attempts: 1 },
    ])
    let now = 0
    for (const pause of intakeLimits.retryDelaysMs) {
      expect((await feedScans(context, new Date(now + pause - 1))).submitted).toBe(0)
      expect((await feedScans(context, new Date((now += pause)))).submitted).toBe(1)
      await endAll('UPSTREAM_UNAVAILABLE')
      await feedScans(context, new Date(now))
    }
    expect(await countIntake(db)).toEqual({ waiting: 0, submitted: 0, done: 0, failed: 2 })
    expect(await addIntake(db, parseNamesList('npm:passing', new Date(0)).entries)).toBe(0)
    expect(await addIntake(db, parseNamesList('npm:passing', new Date(0)).entries, { again: true })).toBe(1)
  })
})

describe('a list of names', () => {
  it('names what it asks for and each line that it does not understand', () => {
    const { entries, mistakes } = parseNamesList(
      '\uFEFF# servers\r\nnpm:plain\nnpm:@scope/name@1.2.3 # a ' +
        'version\npypi:Some_Project\n\nhttps://github.com/Owner/Repo.git\nnpm:a/b\nnpm:../x\npypi:x/' +
        '1.0\nplain\nhttp://git.example/x\nnpm:name@',
      new Date(0),
    )
    expect(entries.map(({ key }) => key)).toEqual([
      'npm:plain@latest',
      'npm:@scope/name@1.2.3',
      'pypi:some-project@latest',
      'git:https://github.com/owner/repo@:',
    ])
    expect(mistakes.map(({ line }) => line)).toEqual([7, 8, 9, 10, 11, 12])
  })

  it('asks for the same once, however often it is read', async () => {
    const { entries } = parseNamesList('npm:a\nnpm:a\npypi:b', new Date(0))
    expect([await addIntake(db, entries), await addIntake(db, entries)]).toEqual([2, 0])
  })
})

describe('rescans', () => {
  const source = {
    id: crypto.randomUUID(),
    serverId: crypto.randomUUID(),
    type: 'npm',
    canonicalUrl: pageOf('aged'),
    folder: '',
    name: 'aged',
    currentRevision: '1.0.0',
    scannedAt: new Date('2026-05-01T00:00:00Z'),
    engine: engineVersion(),
    goneAt: null,
  } as const
  const day = (count: number) => new Date(source.scannedAt.getTime() + count * 24 * 60 * 60_000)

  it('come for a new revision, another engine and an old scan, and for nothing else', () => {
    expect(rescanOf(source, '1.0.0', day(29))).toBeUndefined()
    expect(rescanOf(source, '1.0.0', day(30))).toMatchObject({ url: pageOf('aged'), origin: 'age', priority: -2 })
    expect(rescanOf(source, '1.0.1', day(1))).toMatchObject({
      priority: 1,
      key: expect.stringContaining('revision 1.0.1'),
    })
    expect(rescanOf({ ...source, scannedAt: null }, '1.0.0', day(1))).toMatchObject({ priority: 1 })
    expect(rescanOf({ ...source, engine: 'another' }, '1.0.0', day(1))).toMatchObject({ priority: -2 })
    expect(
      rescanOf(
        { ...source, type: 'git', canonicalUrl: 'https://github.com/o/r', folder: 'a/b' },
        'c'.repeat(40),
        day(1),
      )?.target,
    ).toEqual({ type: 'git', repository: 'https://github.com/o/r', treePath: 'HEAD/a/b' })
  })

  it('follow the registry: what is gone leaves ours, and what cannot be asked changes nothing', async () => {
    let isBack = false
    await using registry = await startNpmStandIn(
      { 'aged@2.0.0': {}, 'gone@1.0.0': {} },
      { answer: (path) => (path === 'outage' ? 500 : path === 'gone' && !isBack ? 404 : undefined) },
    )
    await using network = createNetwork({
      allowedNetworks: parseAllowedNetworks('upstream=127.0.0.1/32'),
      upstreams: [registry.url],
      limits: { ...outgoingLimits, maxAttempts: 1 },
    })
    const facts = {
      version: 1,
      keywords: [],
      packages: [],
      serverNames: [],
      hasChangelog: false,
      hasLicenceFile: false,
      hasExamples: false,
      hasTests: false,
      hasTypes: false,
      engines: {},
      platforms: [],
      bin: [],
      transports: [],
      sdk: [],
      protocolVersions: [],
      languages: {},
      signs: [],
    }
    for (const name of ['aged', 'gone', 'outage']) {
      const [server] = await sql`insert into registry_servers (id, slug, name, category, source_type, status)
          values (gen_random_uuid(), ${name}, ${name}, 'other', 'npm', 'active') returning id`
      await sql`insert into registry_sources (id, server_id, type, canonical_url, name, declares, current_revision,
        next_check_at) values (gen_random_uuid(), ${server?.['id']}, 'npm', ${pageOf(name)}, ${name},
        ${JSON.stringify({
          revision: '1.0.0',
          isCurrent: true,
          facts,
          evidence: { isServer: true, reason: '', signs: [] },
        })}::jsonb, '1.0.0', ${day(0).toISOString()})`
    }
    const sources = sourceContext({ npmRegistry: createNpmRegistry({ network, registry: registry.url }) })
    await resolveSources(
      { db, sources, announceServerChange: async () => {}, log },
      { now: day(1), signal: AbortSignal.timeout(30_000) },
    )
    expect((await sql`select key from registry_intake`).map((row) => row['key'])).toEqual([
      'npm:aged@latest revision 2.0.0, 2026-05',
    ])
    expect(
      Object.fromEntries(
        (await sql`select name, gone_at is not null as gone from registry_sources`).map((row) => [
          row['name'],
          row['gone'],
        ]),
      ),
    ).toEqual({ aged: false, gone: true, outage: false })
    expect(
      (await sql`select slug from registry_servers where hidden_at is not null`).map((row) => row['slug']),
    ).toEqual(['gone'])
    expect(await sql`select 1 from registry_sources where next_check_at <= ${day(1).toISOString()}`).toHaveLength(0)
    // A 404 may be temporary. A source that has just disappeared is checked again soon, and later with growing
    // intervals.
    const pause = async () =>
      Number(
        (
          await sql`select extract(epoch from next_check_at - gone_at) * 1000 as ms from registry_sources
            where name = 'gone'`
        )[0]?.['ms'],
      )
    const { firstGoneDelayMs: goneFirstMs, maxGoneDelayMs: goneMs } = intakeLimits
    const ask = (now: Date) =>
      resolveSources(
        { db, sources, announceServerChange: async () => {}, log },
        { now, signal: AbortSignal.timeout(30_000) },
      )
    expect(await pause()).toBeLessThanOrEqual(goneFirstMs * 1.125)
    let before = day(1).getTime()
    for (
      let time = before + (await pause()), asked = 1;
      time - before < goneMs;
      asked += 1, time = day(1).getTime() + (await pause())
    ) {
      expect(asked).toBeLessThan(20)
      await ask(new Date(time))
      before = time
    }
    expect(
      (await sql`select slug from registry_servers where hidden_at is not null`).map((row) => row['slug']),
    ).toEqual(['gone'])
    isBack = true
    await ask(new Date(day(1).getTime() + (await pause())))
    expect(await sql`select slug from registry_servers where hidden_at is not null`).toHaveLength(0)
  })
})
