import type { RequestListener } from 'node:http'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { outgoingLimits } from '../../../src/engine/net/outgoing-limits.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { NetworkFailure } from '../../../src/engine/net/network.ts'
import { pauseAfterAnswerMs, pauseMs } from '../../../src/engine/net/retry.ts'
import { answers, loopbackOpen, serve, withRealSockets } from './loopback.ts'

withRealSockets()

const request = { purpose: 'upstream', maxBytes: 1_000 } as const

/** Uses the listeners in order, and the last one for all later requests. */
const inTurn = (...listeners: RequestListener[]): RequestListener => {
  let turn = 0
  return (request, response) => listeners[Math.min(turn++, listeners.length - 1)]?.(request, response)
}
const ok: RequestListener = (_request, response) => response.end('ok')
const says =
  (status: number, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end()
const resets: RequestListener = (request) => {
  request.socket.resetAndDestroy()
}
const breaksOff: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': 100 }).write('x', () => response.destroy())
}
const hangsUp: RequestListener = (request) => {
  request.socket.destroy()
}

async function get(listener: RequestListener, timeoutMs = 10_000) {
  await using server = await serve(listener)
  await using network = createNetwork({ allowedNetworks: loopbackOpen, resolve: answers(['127.0.0.1']) })
  const start = performance.now()
  const outcome = await network.get({ ...request, url: `http://registry.test:${server.port}/`, timeoutMs }).then(
    ({ status }) => status,
    (error: unknown) => error,
  )
  return { outcome, requests: server.requests(), ms: performance.now() - start }
}

describe('is repeated', () => {
  test.each([
    ['after 429', inTurn(says(429), ok), 2],
    ['after 408', inTurn(says(408), ok), 2],
    ['after 500', inTurn(says(500), ok), 2],
    ['after 502', inTurn(says(502), ok), 2],
    ['after 503', inTurn(says(503), says(503), ok), 3],
    ['after 504', inTurn(says(504), ok), 2],
    ['after 522', inTurn(says(522), ok), 2],
    ['after a reset', inTurn(resets, ok), 2],
    ['after a hang-up', inTurn(hangsUp, resets, ok), 3],
  ])('%s', async (_case, listener, requests) => {
    expect(await get(listener)).toMatchObject({ outcome: 200, requests })
  })

  test('after as long as Retry-After says', async () => {
    const { outcome, requests, ms } = await get(inTurn(says(503, { 'retry-after': '1' }), ok))
    expect([outcome, requests]).toEqual([200, 2])
    expect(ms).toBeGreaterThan(990)
    expect(ms).toBeLessThan(5_000)
  })

  test('after a refused connection, three times in all', async () => {
    let lookups = 0
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await using network = createNetwork({
      allowedNetworks: loopbackOpen,
      resolve: async () => {
        lookups++
        return [{ address: '127.0.0.1', family: 4 }]
      },
    })
    await expect(network.get({ ...request, url: `http://registry.test:${port}/` })).rejects.toMatchObject({
      code: 'connection-failed',
      message: `registry.test:${port} refuses connections`,
    })
    expect(lookups).toBe(3)
  })

  test('after a name server that did not answer', async () => {
    await using server = await serve(ok)
    let lookups = 0
    await using network = createNetwork({
      allowedNetworks: loopbackOpen,
      resolve: async () => {
        if (++lookups === 1)
          throw Object.assign(new Error('getaddrinfo EAI_AGAIN registry.test'), { code: 'EAI_AGAIN' })
        return [{ address: '127.0.0.1', family: 4 }]
      },
    })
    await expect(network.get({ ...request, url: `http://registry.test:${server.port}/` })).resolves.toMatchObject({
      status: 200,
    })
    expect(lookups).toBe(2)
  })
})

describe('is not repeated', () => {
  test.each([
    ['after 404', says(404), 404],
    ['after 401', says(401), 401],
    ['after 501', says(501), 501],
    ['after a Retry-After that is too long', says(429, { 'retry-after': '3600' }), 429],
    ['after a Retry-After beyond the deadline', says(503, { 'retry-after': '15' }), 503],
  ])('%s', async (_case, listener, status) => {
    expect(await get(listener)).toMatchObject({ outcome: status, requests: 1 })
  })

  test('more often than the limit says; the last answer is passed on', async () => {
    expect(await get(says(503))).toMatchObject({ outcome: 503, requests: 3 })
    expect(await get(resets)).toMatchObject({
      outcome: { code: 'connection-failed', message: expect.stringContaining('closed the connection') },
      requests: 3,
    })
  })

  test('after the answer has begun', async () => {
    expect(await get(breaksOff)).toMatchObject({ outcome: { code: 'connection-failed' }, requests: 1 })
  })

  test('after invalid TLS', async () => {
    let lookups = 0
    await using server = await serve(ok)
    await using network = createNetwork({
      allowedNetworks: loopbackOpen,
      resolve: async () => {
        lookups++
        return [{ address: '127.0.0.1', family: 4 }]
      },
    })
    await expect(network.get({ ...request, url: `https://registry.test:${server.port}/` })).rejects.toMatchObject({
      code: 'connection-failed',
      message: expect.stringMatching(/does not support TLS as expected/),
    })
    expect(lookups).toBe(1)
  })

  test('after a missing name', async () => {
    let lookups = 0
    await using network = createNetwork({
      allowedNetworks: [],
      resolve: async () => {
        lookups++
        throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
      },
    })
    await expect(network.get({ ...request, url: 'http://missing.test/' })).rejects.toMatchObject({
      code: 'name-not-found',
    })
    expect(lookups).toBe(1)
  })
})

test('a failure holds no credentials, not even in its causes', async () => {
  const endings: Record<string, RequestListener> = { '/reset': resets, '/cut': breaksOff, '/silent': () => {} }
  await using server = await serve((request, response) =>
    endings[request.url?.replace(/\?.*/, '') ?? '']?.(request, response),
  )
  await using network = createNetwork({
    allowedNetworks: loopbackOpen,
    limits: { ...outgoingLimits, maxAttempts: 1, responseTimeoutMs: 100 },
  })
  for (const path of Object.keys(endings)) {
    const url = `http://127.0.0.1:${server.port}${path}?token=s3cret`
    const failure = await network
      .get({ ...request, url, headers: { authorization: 'Bearer s3cret' } })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(NetworkFailure)
    expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain('s3cret')
  }
})

describe('pauses', () => {
  test('double, and half of each is random', () => {
    expect([1, 2, 3].map((attempt) => [pauseMs(attempt, 0), pauseMs(attempt, 1)])).toEqual([
      [125, 250],
      [250, 500],
      [500, 1_000],
    ])
  })

  const now = Date.parse('2026-01-01T00:00:00Z')
  test.each([
    ['5', 5_000],
    ['20', 20_000],
    ['21', undefined],
    ['Thu, 01 Jan 2026 00:00:07 GMT', 7_000],
    ['Thu, 01 Jan 2026 01:00:00 GMT', undefined],
  ])('follow Retry-After: %s', (value, ms) => {
    expect(pauseAfterAnswerMs(1, { headers: { 'retry-after': value } }, now)).toBe(ms)
  })

  test.each(['0', '-5', 'soon', '', 'Thu, 01 Jan 2015 00:00:00 GMT'])(
    'are ours when Retry-After says nothing useful: "%s"',
    (value) => {
      const pause = pauseAfterAnswerMs(1, { headers: { 'retry-after': value } }, now)
      expect(pause).toBeGreaterThanOrEqual(125)
      expect(pause).toBeLessThanOrEqual(250)
    },
  )
})
