import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import type { Plan } from '../../../src/service/accounts/plans.ts'
import { createRateLimiter } from '../../../src/service/accounts/rate-limiter.ts'
import { clientNetwork } from '../../../src/service/api/client-network.ts'
import { countRequest } from '../../../src/service/api/rate-limit.ts'
import { parseTrustedProxies, type TrustedProxies } from '../../../src/settings/trusted-proxies.ts'
import { updateAccountPlan } from '../../../src/service/db/accounts/accounts.ts'
import { openDatabase } from '../../../src/service/db/client.ts'
import { createCallerChanges } from '../../../src/service/db/accounts/caller-changes.ts'
import { createNotifications } from '../../../src/service/db/notifications.ts'
import { primaryReads } from '../../../src/service/db/replica/reads.ts'
import { createScanChanges } from '../../../src/service/db/scans/changes.ts'
import { closedGateway } from '../../../src/service/github/github-app-gateway.ts'
import { createAddressPolicy } from '../../../src/engine/net/address-policy.ts'
import { webApplication } from '../../../src/service/startup/web-server.ts'
import { runAssay } from '../../support/assay-process.ts'
import { caller, testApi } from '../../support/test-api.ts'

/** The clock of the test. The windows end at 12:15 and at midnight. */
const clock = { now: new Date('2026-11-20T12:03:00.250Z') }
const now = () => clock.now
const api = await testApi({ now })
const otherClient = openDatabase(api.url, { maxConnections: 4, applicationName: 'another server' })
afterAll(() => otherClient[Symbol.asyncDispose]())
const otherAddress = await api.anotherServer(otherClient.db)

const path = `/api/v1/scans/scan_${'x'.repeat(27)}`
let accounts = 0
const account = (plan: Plan) => api.account(`account ${(accounts += 1)}`, ['scans:read'], plan)

/** Creates callers with the same key for both servers. */
async function onBoth(plan: Plan) {
  const { key, accountId } = await account(plan)
  const calls = [api.address, otherAddress].map((address) => caller(address, { 'x-api-key': key }))
  return { accountId, call: (index: number, method = 'GET', to = path) => (calls[index % 2] ?? calls[0])?.(method, to) }
}

const quarterEnd = Date.parse('2026-11-20T12:15:00Z') / 1000

describe('two servers on one database', () => {
  it('let exactly 100 of 1,000 parallel requests through at a limit of 100', async () => {
    const { call } = await onBoth('free')
    const answers = await Promise.all(Array.from({ length: 1_000 }, (_, index) => call(index)))
    const statuses = Map.groupBy(answers, (answer) => answer?.status)
    expect([statuses.get(404)?.length, statuses.get(429)?.length]).toEqual([100, 900])
    expect(
      answers
        .filter((answer) => answer?.status === 404)
        .map((answer) => Number(answer?.headers.get('x-ratelimit-remaining')))
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 100 }, (_, index) => index))
  })

  it('heed another plan, and limits of its own, from the next request on', async () => {
    const { call, accountId } = await onBoth('free')
    await Promise.all(Array.from({ length: 120 }, (_, index) => call(index)))
    expect([(await call(0))?.status, (await call(1))?.status]).toEqual([429, 429])
    const [row] = await api.sql`select name from accounts where id = ${accountId}`
    const set = (...words: string[]) =>
      runAssay(['accounts', 'set', String(row?.name), ...words], {
        DATABASE_URL: api.url,
        ASSAY_SECRET: 'a secret of at least thirty-two characters',
        LOG_LEVEL: 'silent',
      })
    const shown = async (index: number) => {
      const answer = await call(index)
      return [answer?.status, answer?.headers.get('x-ratelimit-limit')]
    }
    expect(await set('--plan', 'pro')).toMatchObject({
      code: 0,
      out: expect.stringContaining('500 requests per 15 minutes, 5000 per day'),
    })
    expect([await shown(0), await shown(1)]).toEqual([
      [404, '500'],
      [404, '500'],
    ])
    expect(await set('--plan', 'enterprise', '--limits', '2000/15m,50000/d')).toMatchObject({ code: 0 })
    expect([await shown(0), await shown(1)]).toEqual([
      [404, '2000'],
      [404, '2000'],
    ])
    await updateAccountPlan(otherClient.db, String(row?.name), { plan: 'free', quarterHourLimit: null, dayLimit: null })
    await expect
      .poll(async () => [await shown(0), await shown(1)], { timeout: 10_000 })
      .toEqual([
        [429, '100'],
        [429, '100'],
      ])
  }, 120_000)
})

describe('the headers', () => {
  it('tell the window that blocks first, and both windows as the IETF draft has them', async () => {
    const { call } = await account('free')
    const { headers } = await call('GET', path)
    expect(headers.get('x-ratelimit-limit')).toBe('100')
    expect(headers.get('x-ratelimit-remaining')).toBe('99')
    expect(headers.get('x-ratelimit-reset')).toBe(String(quarterEnd))
    expect(headers.get('ratelimit-policy')).toBe('"quarter-hour";q=100;w=900, "day";q=1000;w=86400')
    expect(headers.get('ratelimit')).toBe('"quarter-hour";r=99;t=720, "day";r=999;t=43020')
    expect(headers.get('retry-after')).toBeNull()
  })

  it('tell the day once the day is what blocks', async () => {
    const { call, accountId } = await account('free')
    await call('GET', path)
    await api.sql`update rate_usage set day_used = 950 where subject = ${`account:${accountId}`}`
    const { headers } = await call('GET', path)
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['1000', '49'])
    expect(headers.get('x-ratelimit-reset')).toBe(String(Date.parse('2026-11-21T00:00:00Z') / 1000))
  })

  it('and the body of a 429 say how long to wait, and for what', async () => {
    const { call } = await account('free')
    await Promise.all(Array.from({ length: 100 }, () => call('GET', path)))
    const { status, json, headers } = await call('GET', path)
    expect([status, json.error.code]).toEqual([429, 'RATE_LIMITED'])
    expect(json.error.message).toBe(
      'The account (free plan) has reached its limit of 100 requests per 15 minutes. The limit resets at ' +
        '2026-11-20T12:15:00.000Z.',
    )
    expect([headers.get('retry-after'), headers.get('x-ratelimit-remaining')]).toEqual(['720', '0'])
    clock.now = new Date((quarterEnd - 0.001) * 1000)
    expect((await call('GET', path)).headers.get('retry-after')).toBe('1')
    clock.now = new Date(quarterEnd * 1000)
    expect((await call('GET', path)).status).toBe(404)
    clock.now = new Date('2026-11-20T12:03:00.250Z')
  })
})

describe('what counts', () => {
  it('every request with a valid key: malformed, forbidden, too large and HEAD ones too', async () => {
    const { call } = await account('free')
    await call('GET', `${path}?colour=red`)
    await call('POST', '/api/v1/scans/url', { url: 'x' })
    await call('POST', '/api/v1/scans/url', 'x'.repeat(100_000))
    await call('HEAD', path)
    expect((await call('GET', path)).headers.get('x-ratelimit-remaining')).toBe('95')
  })

  it('nothing else: wrong keys, unknown paths and methods, health, documents, refusals', async () => {
    const { call } = await account('free')
    await api.anonymous('GET', path, undefined, { 'x-api-key': `mcp_aaaaaaaa_${'a'.repeat(32)}` })
    for (const [method, to] of [
      ['GET', '/healthz'],
      ['GET', '/readyz'],
      ['GET', '/docs/errors'],
      ['GET', '/api/v1/openapi.json'],
      ['GET', '/api/v1/nothing'],
      ['DELETE', '/api/v1/scans/url'],
    ] as const) {
      expect((await call(method, to)).headers.get('x-ratelimit-limit'), to).toBeNull()
    }
    expect((await call('GET', path)).headers.get('x-ratelimit-remaining')).toBe('99')
  })
})

/** An application that counts anonymous requests and responds with 200, or with 304 if requested. */
async function countingApplication(trustedProxies?: TrustedProxies) {
  const limiter = createRateLimiter({ db: api.db, now })
  const notifications = createNotifications(api.db)
  const app = express()
  // The service's own application configures trusted proxies.
  app.set(
    'trust proxy',
    webApplication(
      {
        ...api,
        reads: primaryReads(api.db),
        log: pino({ level: 'silent' }),
        advisoryBases: [],
        addressPolicy: createAddressPolicy([]),
        limiter,
        now,
        scanChanges: createScanChanges(notifications),
        callerChanges: createCallerChanges(api.db, notifications),
        publicUrl: 'https://assay.example',
        announceScanEnd: async () => {},
        githubDoor: closedGateway('APP_ID'),
      },
      trustedProxies,
    ).get('trust proxy'),
  )
  app.get('/:status', async (request, response) => {
    try {
      await countRequest({ limiter, now }, undefined, request, response)
      response.status(Number(request.params.status)).end()
    } catch {
      response.status(429).end()
    }
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => server.close())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return (forwardedFor?: string, status = 200) =>
    caller(address, forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor })('GET', `/${status}`)
}

const remainingOf = async (answer: Promise<{ headers: Headers }>) =>
  Number((await answer).headers.get('x-ratelimit-remaining'))

describe('a client without a key', () => {
  it('is counted by the network that one caller has, at the limits of Free', async () => {
    const ask = await countingApplication(1)
    expect(await remainingOf(ask('203.0.113.7'))).toBe(99)
    expect(await remainingOf(ask('::ffff:203.0.113.7'))).toBe(98)
    expect(await remainingOf(ask('203.0.113.8'))).toBe(99)
    expect(await remainingOf(ask('2001:db8:1:2::1'))).toBe(99)
    expect(await remainingOf(ask('2001:db8:1:2:ffff:ffff:ffff:ffff'))).toBe(98)
    expect(await remainingOf(ask('2001:db8:1:3::1'))).toBe(99)
    const answers = await Promise.all(
      Array.from({ length: 300 }, (_, index) => ask(`2001:db8:9:9::${index.toString(16)}`)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
  })

  it('chooses no address unless a proxy is trusted, and then only what that proxy saw', async () => {
    const direct = await countingApplication()
    const first = await remainingOf(direct('198.51.100.1'))
    expect(await remainingOf(direct('198.51.100.2'))).toBe(first - 1)
    const behindOne = await countingApplication(1)
    expect(await remainingOf(behindOne('6.6.6.6, 198.51.100.3'))).toBe(99)
    expect(await remainingOf(behindOne('7.7.7.7, 198.51.100.3'))).toBe(98)
    const behindLoopback = await countingApplication(['127.0.0.0/8', '10.0.0.0/8'])
    expect(await remainingOf(behindLoopback('6.6.6.6, 198.51.100.4, 10.1.2.3'))).toBe(99)
    expect(await remainingOf(behindLoopback('7.7.7.7, 198.51.100.4'))).toBe(98)
    // An invalid address counts as the address of the sender.
    expect(await remainingOf(behindOne('nonsense'))).toBe(first - 2)
  })

  it('is not charged for 304 answers', async () => {
    const ask = await countingApplication(1)
    await ask('192.0.2.1')
    for (let turn = 0; turn < 20; turn += 1) expect((await ask('192.0.2.1', 304)).status).toBe(304)
    expect(await remainingOf(ask('192.0.2.1'))).toBeGreaterThanOrEqual(97)
  })
})

describe('clientNetwork', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['2001:db8::1', '2001:db8::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['', undefined],
    ['0x7f.1', undefined],
    ['2130706433', undefined],
    ['1.2.3.4:80', undefined],
    ['unknown', undefined],
  ])('of %j is %j', (address, network) => expect(clientNetwork(address)).toBe(network))
})

describe('TRUST_PROXY', () => {
  it('is a number of hops or a list of blocks', () => {
    expect(parseTrustedProxies('0')).toBe(0)
    expect(parseTrustedProxies('2')).toBe(2)
    expect(parseTrustedProxies('10.0.0.0/8, 2001:db8::/32,192.0.2.1')).toEqual([
      '10.0.0.0/8',
      '2001:db8::/32',
      '192.0.2.1',
    ])
  })

  it.each(['true', '-1', '99', '10.0.0.0/33', 'loopback', ',', '10.1', '1.2.3.4, proxy.example'])(
    'refuses %j, saying what it should be',
    (text) => {
      expect(() => parseTrustedProxies(text)).toThrow(/\. (?:Use at most 20|Specify the number of proxies)/)
    },
  )
})
