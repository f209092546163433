import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createNetworkOver } from '../../../../src/engine/net/network-over-connections.ts'
import type { Network } from '../../../../src/engine/net/network.ts'
import { outgoingLimits } from '../../../../src/engine/net/outgoing-limits.ts'
import { serve, withRealSockets } from '../../../engine/net/loopback.ts'
import { type InProcessFetcher, startInProcessFetcher } from './in-process-fetcher.ts'

withRealSockets()

const zeros = Buffer.alloc(1024 * 1024)
const limits = { ...outgoingLimits, connectTimeoutMs: 2_000, responseTimeoutMs: 300, maxAttempts: 2 }
let [busyAnswers, sent] = [0, 0]

async function endless(response: ServerResponse): Promise<void> {
  const closed = once(response, 'close')
  while (!response.destroyed) {
    sent += zeros.length
    if (!response.write(zeros)) await Promise.race([once(response, 'drain'), closed])
  }
}

const pages: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => unknown>> = {
  '/text': (response) => response.end('text'),
  '/accept': (response, { headers }) => response.end(`${headers.accept} ${headers['user-agent']}`),
  '/missing': (response) => response.writeHead(404).end('missing'),
  '/gzip': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('packed')),
  '/damaged': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
  '/other-coding': (response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('?'),
  '/bomb': (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * 1024 * 1024))),
  '/endless': endless,
  '/declared': (response) => response.writeHead(200, { 'content-length': '9999999999' }).write('a'),
  '/slow': (response) => response.write('a'),
  '/silent': () => undefined,
  '/reset': (response) => {
    response.write('a'.repeat(100_000))
    setTimeout(() => response.socket?.resetAndDestroy(), 50)
  },
  '/short': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('a')
    setTimeout(() => response.socket?.destroy(), 50)
  },
  '/closes': (response) => response.socket?.destroy(),
  '/no-http': (response) => response.socket?.end('garbage\r\n\r\n'),
  '/upgrade': (response) => response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n'),
  '/busy-once': (response) => response.writeHead(busyAnswers++ % 2 === 0 ? 503 : 200).end('busy'),
  '/rate-limited': (response) => response.writeHead(429, { 'retry-after': '600' }).end(),
  '/large-headers': (response) => response.writeHead(200, { 'x-large': 'a'.repeat(64 * 1024) }).end(),
  '/cookies': (response) => response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'], 'x-latin': '\u00e9' }).end(),
  '/loop': (response) => response.writeHead(302, { location: '/loop' }).end(),
  '/moved': (response) => response.writeHead(301, { location: '/text' }).end(),
  '/inside': (response) => response.writeHead(302, { location: 'http://inside.example/' }).end(),
  // Each quotation mark becomes three characters of the URL.
  '/to-long-url': (response) => response.writeHead(302, { location: `/${'"'.repeat(10_000)}` }).end(),
  '/to-file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
}
const server = await serve((request, response) => {
  response.on('error', () => {})
  void pages[request.url ?? '']?.(response, request)
})
const origin = `http://server.example:${server.port}`
const folder = mkdtempSync(join(tmpdir(), 'fetched-'))
/** Further hosts that the operator configured. */
const others = [
  'http://inside.example/',
  'http://10.0.0.1/',
  'http://unknown.example/',
  'http://unanswered.example/',
  'http://server.example:1/',
  `https://server.example:${server.port}/text`,
]
let fetcher: InProcessFetcher
let here: Network & AsyncDisposable
let there: Network & AsyncDisposable

// Sockets are real only while tests run.
beforeAll(async () => {
  fetcher = await startInProcessFetcher({
    allowedNetworks: `upstream=127.0.0.1:${server.port}`,
    upstreams: [origin, ...others],
    resolve: async (name) => {
      if (name === 'unknown.example') throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' })
      if (name === 'unanswered.example') throw Object.assign(new Error('unanswered'), { code: 'EAI_AGAIN' })
      return [{ address: name === 'inside.example' ? '10.0.0.1' : '127.0.0.1', family: 4 }]
    },
  })
  here = createNetworkOver(fetcher.here, { limits, upstreams: [origin] })
  there = createNetworkOver(fetcher.connectFor(), { limits, upstreams: [origin] })
})

afterAll(async () => {
  await here[Symbol.asyncDispose]()
  await there[Symbol.asyncDispose]()
  await fetcher[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const shown = (outcome: unknown) =>
  outcome instanceof Error
    ? { name: outcome.name, code: 'code' in outcome && outcome.code, message: outcome.message }
    : outcome

async function outcomeOf(network: Network, url: string, given: Partial<Parameters<Network['get']>[0]> = {}) {
  const request = { url: new URL(url, origin), purpose: 'upstream' as const, maxBytes: 1024 * 1024, timeoutMs: 3_000 }
  const outcome = await network.get({ ...request, ...given }).then(
    ({ status, headers, url, body }) => ({ status, headers: { ...headers, date: '' }, url, body: body.toString() }),
    (error: unknown) => error,
  )
  return shown(outcome)
}

describe('a request through the fetcher has the outcome of one in this process', () => {
  it.each([...Object.keys(pages), ...others, 'https://user:password@server.example/', 'ftp://server.example/'])(
    '%s',
    async (url) => {
      const outcome = await outcomeOf(here, url)
      expect(await outcomeOf(there, url)).toEqual(outcome)
      expect(outcome).toBeDefined()
    },
  )

  it('with the purpose source', async () => {
    const outcome = await outcomeOf(here, '/text', { purpose: 'source' })
    expect(outcome).toMatchObject({ code: 'address-not-allowed' })
    expect(await outcomeOf(there, '/text', { purpose: 'source' })).toEqual(outcome)
  })

  it('with a header and a rate limit that the caller handles', async () => {
    for (const given of [{ headers: { accept: 'text/plain' } }, { returnRateLimited: true as const }])
      for (const url of ['/accept', '/rate-limited'])
        expect(await outcomeOf(there, url, given)).toEqual(await outcomeOf(here, url, given))
  })

  it('when the time is up', async () => {
    const outcome = await outcomeOf(here, '/endless', { maxBytes: 2 ** 40, timeoutMs: 200 })
    expect(outcome).toMatchObject({ code: 'timed-out' })
    expect(await outcomeOf(there, '/endless', { maxBytes: 2 ** 40, timeoutMs: 200 })).toEqual(outcome)
  })

  it('when it is downloaded, and an incomplete file is removed', async () => {
    const path = join(folder, 'file')
    const request = { purpose: 'upstream' as const, maxBytes: 1024 * 1024, path }
    expect(await there.download({ ...request, url: `${origin}/gzip` })).toMatchObject({ status: 200, bytes: 6 })
    expect(statSync(path).size).toBe(6)
    rmSync(path)
    for (const page of ['endless', 'reset', 'missing'])
      expect(
        shown(await there.download({ ...request, url: `${origin}/${page}` }).catch((error: unknown) => error)),
      ).toEqual(
        expect.objectContaining(
          shown(await here.download({ ...request, url: `${origin}/${page}` }).catch((error: unknown) => error)),
        ),
      )
    expect(readdirSync(folder)).toEqual([])
  })
})

it('a canceled request ends at the server', async () => {
  const stop = new AbortController()
  const before = server.requests()
  const canceled = there.get({
    url: `${origin}/silent`,
    purpose: 'upstream',
    maxBytes: 1,
    signal: stop.signal,
  })
  await vi.waitFor(() => expect(server.requests()).toBe(before + 1))
  stop.abort(new Error('enough'))
  await expect(canceled).rejects.toMatchObject({ code: 'aborted' })
  expect(fetcher.refused).toEqual([])
})

it('an unread body stops at the server, and does not hold up other requests', async () => {
  sent = 0
  const hop = { url: new URL('/endless', origin), purpose: 'upstream' as const, headers: {}, subject: 'server' }
  const connections = fetcher.connectFor()({ keepAlive: true })
  const answer = await connections.exchange(hop, { limits: outgoingLimits, signal: AbortSignal.timeout(20_000) })
  let before = -1
  while (before !== sent) {
    before = sent
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  // The socket buffers of the system hold some megabytes.
  expect(sent).toBeLessThan(32 * zeros.length)
  for (let count = 0; count < 3; count++) expect(await outcomeOf(there, '/text')).toMatchObject({ body: 'text' })
  answer.stream.destroy()
  connections[Symbol.dispose]()
})

it('more requests than the fetcher accepts wait for their turn', async () => {
  await using patient = createNetworkOver(fetcher.connectFor(), { upstreams: [origin] })
  const requests = Array.from({ length: 600 }, () => outcomeOf(patient, '/text', { timeoutMs: 30_000 }))
  expect(new Set((await Promise.all(requests)).map((outcome) => JSON.stringify(outcome))).size).toBe(1)
  expect(fetcher.refused).toEqual([])
}, 60_000)

it('idle connections are reused', async () => {
  const before = server.connections()
  for (let count = 0; count < 5; count++) await outcomeOf(there, '/text')
  expect(server.connections() - before).toBeLessThanOrEqual(1)
})
