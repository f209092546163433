import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import express from 'express'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createAuthenticator } from '../../../src/service/accounts/authenticate.ts'
import { connectionOf } from '../../../src/service/api/connection.ts'
import type { Connection } from '../../../src/service/api/endpoint.ts'
import type { StreamPart } from '../../../src/service/api/event-stream.ts'
import { scanEvents } from '../../../src/service/api/scan-events.ts'
import { insertFindings } from '../../../src/service/db/scans/findings.ts'
import { createCallerChanges } from '../../../src/service/db/accounts/caller-changes.ts'
import { createNotifications } from '../../../src/service/db/notifications.ts'
import { createScanChanges } from '../../../src/service/db/scans/changes.ts'
import { updateScanProgress } from '../../../src/service/db/scans/progress.ts'
import { completeScan, failScan, startScan } from '../../../src/service/db/scans/scans.ts'
import { eventStreamLimits } from '../../../src/service/api/event-stream-limits.ts'
import { longPollLimits } from '../../../src/service/api/long-poll-limits.ts'
import type { Coverage } from '../../../src/engine/model/scan.ts'
import { compareFindings } from '../../../src/engine/scanner/compare.ts'
import { judge } from '../../../src/engine/scanner/judge.ts'
import { detectedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const alice = await api.account('alice')
const bob = await api.account('bob')
const notifications = createNotifications(api.db)
const changes = createScanChanges(notifications)
afterAll(() => notifications[Symbol.asyncDispose]())

const submit = async (account = alice) =>
  String((await account.call('POST', '/api/v1/scans/url', { url: 'https://www.npmjs.com/package/x' })).json.data.scanId)
const coverage: Coverage = {
  detectors: [],
  files: { scanned: 1, bytes: 1, skipped: [] },
  components: { total: 1, method: 'test', unresolved: [] },
  advisories: {},
  undecidedAdvisories: 0,
  isolation: 'in-process',
  gaps: [],
}

async function complete(scanId: string, number: number): Promise<void> {
  const findings = compareFindings(
    Array.from({ length: number }, (_, index) =>
      detectedFinding({ severity: 'low', title: `low ${index}`, fingerprint: `low ${index}` }),
    ),
    new Map(),
    new Date(),
  )
  const source = {
    type: 'npm' as const,
    canonicalUrl: 'https://www.npmjs.com/package/x',
    revision: '1.0.0',
    digest: 'sha512-x',
  }
  await api.db.transaction(async (tx) => {
    await completeScan(tx, scanId, {
      source,
      canonicalUrl: source.canonicalUrl,
      inventoryDigest: null,
      coverage,
      ...judge(findings, { gaps: [], failOn: 'high' }),
      completedAt: new Date(),
    })
    await insertFindings(tx, scanId, findings)
  })
}

interface Received {
  readonly id: number
  readonly event: string
  readonly data: Record<string, unknown>
}

/** Opens a stream. Returns the received text and a promise of its end. */
async function openStream(
  scanId: string,
  {
    key = alice.key,
    lastEventId,
    address = api.address,
  }: { key?: string; lastEventId?: number; address?: string } = {},
) {
  const stop = new AbortController()
  const response = await fetch(`${address}/api/v1/scans/${scanId}/events`, {
    headers: { 'x-api-key': key, ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }) },
    signal: stop.signal,
  })
  let text = ''
  const ended = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  })().catch(() => {})
  const events = (): Received[] =>
    text.split('\n\n').flatMap((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const event = field('event')
      return event === undefined ? [] : [{ id: Number(field('id')), event, data: JSON.parse(field('data') ?? 'null') }]
    })
  return { response, events, ended, text: () => text, close: () => stop.abort() }
}

describe('GET /api/v1/scans/:scanId/events', () => {
  it('tells steps as they happen, then the findings, then the end, from another process too', async () => {
    const scanId = await submit()
    const stream = await openStream(scanId, { address: await api.anotherServer() })
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(stream.response.headers.get('cache-control')).toBe('no-store')
    await startScan(api.db, scanId, new Date())
    await updateScanProgress(api.db, scanId, { stage: 'source', percent: 3 })
    await vi.waitFor(
      () => expect(stream.events()).toEqual([{ id: 1, event: 'progress', data: { stage: 'source', percent: 3 } }]),
      { timeout: 5_000 },
    )
    await updateScanProgress(api.db, scanId, { stage: 'components', percent: 15 })
    await complete(scanId, 3)
    await stream.ended
    const events = stream.events()
    expect(events.map(({ id, event }) => [id, event])).toEqual([
      [1, 'progress'],
      [2, 'progress'],
      [3, 'finding'],
      [4, 'finding'],
      [5, 'finding'],
      [6, 'end'],
    ])
    const { json } = await alice.call('GET', `/api/v1/scans/${scanId}/vulnerabilities`)
    expect(events.filter(({ event }) => event === 'finding').map(({ data }) => data)).toEqual(json.data.vulnerabilities)
    const groups = (json.data.vulnerabilities as { readonly group?: unknown }[]).map(({ group }) => group)
    expect(groups).toEqual(groups.map(() => expect.stringMatching(/^[0-9a-f]{32}$/)))
    expect(events.at(-1)?.data).toMatchObject({
      status: 'completed',
      verdict: 'pass',
      results: { vulnerabilities: { total: 3 } },
    })
  })

  it('resumes after any event without loss or repetition, also after the end, and then has no more', async () => {
    const scanId = await submit()
    await startScan(api.db, scanId, new Date())
    for (const percent of [1, 2, 3]) await updateScanProgress(api.db, scanId, { stage: 'source', percent })
    await complete(scanId, 230)
    const whole = await openStream(scanId)
    await whole.ended
    const all = whole.events()
    expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 234 }, (_, index) => index + 1))
    for (const lastEventId of [1, 3, 4, 103, 104, 233]) {
      const resumed = await openStream(scanId, { lastEventId })
      await resumed.ended
      expect(resumed.events()).toEqual(all.slice(lastEventId))
    }
    expect((await openStream(scanId, { lastEventId: 234 })).response.status).toBe(204)
  })

  it('ends with the error of a scan that fails', async () => {
    const scanId = await submit()
    const stream = await openStream(scanId)
    await failScan(api.db, scanId, {
      errorCode: 'SOURCE_NOT_FOUND',
      errorMessage: 'gone',
      verdict: 'error',
      completedAt: new Date(),
    })
    await stream.ended
    expect(stream.events()).toEqual([
      {
        id: 1,
        event: 'end',
        data: { status: 'failed', verdict: 'error', error: { code: 'SOURCE_NOT_FOUND', message: 'gone' } },
      },
    ])
  })

  it('is 404 for another account, 401 for nobody, 400 for an id of nowhere', async () => {
    const scanId = await submit()
    expect((await bob.call('GET', `/api/v1/scans/${scanId}/events`)).status).toBe(404)
    expect((await api.anonymous('GET', `/api/v1/scans/${scanId}/events`)).status).toBe(401)
    const { status, json } = await alice.call('GET', `/api/v1/scans/${scanId}/events`, undefined, {
      'last-event-id': 'x',
    })
    expect([status, json.error.details[0]?.path]).toEqual([400, 'header.Last-Event-ID'])
  })

  it('is open ten times for an account in all processes, and costs no request; one that ends makes room', async () => {
    const carol = await api.account('carol')
    const addresses = [api.address, await api.anotherServer()]
    const scanId = await submit(carol)
    const remaining = async () =>
      Number((await carol.call('GET', `/api/v1/scans/${scanId}`)).headers.get('x-ratelimit-remaining'))
    const before = await remaining()
    const streams = await Promise.all(
      Array.from({ length: 4 * eventStreamLimits.maxPerAccount }, (_, index) =>
        openStream(scanId, { key: carol.key, address: addresses[index % 2] ?? '' }),
      ),
    )
    const [open, refused] = [200, 429].map((status) => streams.filter(({ response }) => response.status === status))
    expect([open?.length, refused?.length]).toEqual([
      eventStreamLimits.maxPerAccount,
      3 * eventStreamLimits.maxPerAccount,
    ])
    await Promise.all((refused ?? []).map(({ ended }) => ended))
    expect(JSON.parse(refused?.[0]?.text() ?? '')).toMatchObject({
      error: { code: 'RATE_LIMITED', message: expect.stringContaining('10 open streams') },
    })
    // The rejected requests, and the two that read the limit.
    expect(before - (await remaining())).toBeLessThanOrEqual(3 * eventStreamLimits.maxPerAccount + 2)
    const theirs = await openStream(await submit())
    expect(theirs.response.status).toBe(200)
    theirs.close()
    open?.[0]?.close()
    await vi.waitFor(
      async () => {
        const again = await openStream(scanId, { key: carol.key, address: addresses[1] ?? '' })
        expect(again.response.status).toBe(200)
        again.close()
      },
      { timeout: 10_000 },
    )
    for (const stream of streams) stream.close()
    await vi.waitFor(
      async () =>
        expect(await api.sql`select id from open_streams where subject = ${`account:${carol.accountId}`}`).toHaveLength(
          0,
        ),
      { timeout: 10_000 },
    )
  })

  it('ends when the scan is deleted', async () => {
    const scanId = await submit()
    const stream = await openStream(scanId)
    await api.sql`delete from scans where id = ${scanId}`
    await stream.ended
    expect(stream.events()).toEqual([])
    expect((await openStream(scanId)).response.status).toBe(404)
  })
})

describe('the rights of a connection', () => {
  it('are those of its key at each moment', async () => {
    const authenticate = createAuthenticator({ ...api, callerChanges: createCallerChanges(api.db, notifications) })
    const eve = await api.account('eve')
    const connections: Connection[] = []
    const app = express().get('/', async (request, response) => {
      connections.push(
        connectionOf(
          { authenticate, publicUrl: api.address },
          'scans:read',
          await authenticate(eve.key),
          request,
          response,
        ),
      )
    })
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const stop = new AbortController()
    const asked = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      headers: { 'x-api-key': eve.key, 'last-event-id': '7' },
      signal: stop.signal,
    }).catch(() => {})
    await vi.waitFor(() => expect(connections).toHaveLength(1))
    const [connection] = connections
    expect([connection?.lastEventId, await connection?.mayStill()]).toEqual(['7', true])
    await api.sql`update api_keys set permissions = '{scans:write}' where account_id = ${eve.accountId}`
    await expect.poll(() => connection?.mayStill(), { timeout: 10_000 }).toBe(false)
    await api.sql`update api_keys set permissions = '{scans:read}' where account_id = ${eve.accountId}`
    await expect.poll(() => connection?.mayStill(), { timeout: 10_000 }).toBe(true)
    await api.sql`update api_keys set revoked_at = now() where account_id = ${eve.accountId}`
    await expect.poll(() => connection?.mayStill(), { timeout: 10_000 }).toBe(false)
    expect(connection?.signal.aborted).toBe(false)
    stop.abort()
    await asked
    await vi.waitFor(() => expect(connection?.signal.aborted).toBe(true))
    server.close()
  })
})

describe('a stream that lasts', () => {
  const pace = { maxDurationMs: 60_000, heartbeatMs: 30, permissionCheckMs: 60_000 }
  const connected = (
    mayStill: () => Promise<boolean> = async () => true,
    signal = AbortSignal.timeout(10_000),
  ): Connection => ({ signal, lastEventId: undefined, mayStill })
  async function partsOf(parts: AsyncIterable<StreamPart>): Promise<StreamPart[]> {
    const all: StreamPart[] = []
    for await (const part of parts) all.push(part)
    return all
  }
  const events = (scanId: string, connection: Connection, times: Partial<typeof pace>) =>
    scanEvents(
      { db: api.db, scanChanges: changes },
      { accountId: alice.accountId, scanId, after: 0, connection, pace: { ...pace, ...times } },
    )

  it('shows signs of life, and ends with its time and a hint when to come back', async () => {
    const parts = await partsOf(events(await submit(), connected(), { maxDurationMs: 250 }))
    expect(parts[0]).toEqual({ retry: 2_000 })
    expect(parts.slice(1).length).toBeGreaterThanOrEqual(2)
    expect(new Set(parts.slice(1))).toEqual(new Set(['heartbeat']))
  })

  it('ends when the key has lost its rights', async () => {
    let asked = 0
    const parts = await partsOf(
      events(
        await submit(),
        connected(async () => (asked += 1) < 3),
        { permissionCheckMs: 60 },
      ),
    )
    expect(asked).toBe(3)
    expect(parts.length).toBeGreaterThan(1)
  })

  it('ends then among events that were there already, too, however slowly they are read', async () => {
    const scanId = await submit()
    await complete(scanId, 5)
    let asked = 0
    const parts = await partsOf(
      events(
        scanId,
        connected(async () => (asked += 1) < 3),
        { permissionCheckMs: 0 },
      ),
    )
    expect(asked).toBe(3)
    expect(parts).toHaveLength(3)
  })

  it('ends with its reader', async () => {
    const started = performance.now()
    await partsOf(events(await submit(), connected(undefined, AbortSignal.timeout(100)), { heartbeatMs: 60_000 }))
    expect(performance.now() - started).toBeLessThan(5_000)
  })

  it('goes on when its database connection was lost meanwhile', async () => {
    const scanId = await submit()
    const parts = partsOf(events(scanId, connected(), { heartbeatMs: 60_000 }))
    await vi.waitFor(async () =>
      expect(
        await api.sql`select 1 from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
      ).not.toHaveLength(0),
    )
    await api.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`
    await failScan(api.db, scanId, {
      errorCode: 'CANCELLED',
      errorMessage: 'cancelled',
      verdict: 'error',
      completedAt: new Date(),
    })
    expect((await parts).at(-1)).toMatchObject({ event: 'end', data: { status: 'failed' } })
  })
})

describe('GET /api/v1/scans/:scanId with wait', () => {
  const waited = async (scanId: string, seconds: number) => {
    const started = performance.now()
    const { status, json } = await alice.call('GET', `/api/v1/scans/${scanId}?wait=${seconds}`)
    return { status, scan: json.data, ms: performance.now() - started }
  }

  it('answers as soon as the status changes, not at each step, for many at once on one connection', async () => {
    const scanId = await submit()
    const begins = waited(scanId, 30)
    await pause(300)
    await startScan(api.db, scanId, new Date())
    expect(await begins).toMatchObject({ status: 200, scan: { status: 'scanning' } })
    const ends = Array.from({ length: 50 }, () => waited(scanId, 30))
    await pause(300)
    await updateScanProgress(api.db, scanId, { stage: 'components', percent: 20 })
    await pause(100)
    const listeners = await api.sql`select pid from pg_stat_activity
        where datname = current_database() and query ilike 'listen scan_changed%'`
    // One for each server, and one for this test itself.
    expect(listeners.length).toBeLessThanOrEqual(4)
    await complete(scanId, 1)
    for (const { scan, ms } of await Promise.all(ends)) {
      expect(scan).toMatchObject({ status: 'completed', verdict: 'pass' })
      expect(ms).toBeLessThan(15_000)
    }
  })

  it('answers without waiting when an account waits with as many requests as it may', async () => {
    const scanId = await submit()
    const all = Array.from({ length: longPollLimits.maxRequestsPerAccount }, () => waited(scanId, 30))
    await pause(1_500)
    const { scan, ms } = await waited(scanId, 30)
    expect(scan).toMatchObject({ status: 'pending' })
    expect(ms).toBeLessThan(5_000)
    await startScan(api.db, scanId, new Date())
    for (const answer of await Promise.all(all)) expect(answer.scan).toMatchObject({ status: 'scanning' })
  })

  it('answers after its seconds with how far it is, and at once when the scan has ended', async () => {
    const scanId = await submit()
    const { scan, ms } = await waited(scanId, 1)
    expect(scan).toMatchObject({ status: 'pending' })
    expect(ms).toBeGreaterThanOrEqual(990)
    await complete(scanId, 0)
    expect((await waited(scanId, 30)).ms).toBeLessThan(5_000)
  })

  it.each(['0', '31', 'x', '1.5', ''])('refuses %j', async (wait) => {
    const { status, json } = await alice.call('GET', `/api/v1/scans/scan_x?wait=${wait}`)
    expect([status, json.error.details[0]?.path]).toEqual([400, 'query.wait'])
  })
})

describe('a service that stops', () => {
  it('answers who waits and ends streams at once', async () => {
    const stopping = await testApi()
    const dora = await stopping.account('dora')
    const { json } = await dora.call('POST', '/api/v1/scans/url', { url: 'https://www.npmjs.com/package/x' })
    const scanId = String(json.data.scanId)
    const stream = await openStream(scanId, { key: dora.key, address: stopping.address })
    const waiting = dora.call('GET', `/api/v1/scans/${scanId}?wait=30`)
    await pause(300)
    const started = performance.now()
    await stopping.stop()
    expect(await waiting).toMatchObject({ status: 200, json: { data: { status: 'pending' } } })
    await stream.ended
    expect(stream.text()).toContain('retry: ')
    expect(performance.now() - started).toBeLessThan(8_000)
  })
})
