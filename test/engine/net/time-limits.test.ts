import { once } from 'node:events'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { outgoingLimits } from '../../../src/engine/net/outgoing-limits.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { loopbackOpen, serve, withRealSockets } from './loopback.ts'

withRealSockets()

const never: RequestListener = () => {}
/** Sends headers at once, then a byte every 20 ms. */
const trickles: RequestListener = (_request, response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('x'), 20)
  response.on('close', () => clearInterval(timer))
}
/** Sends headers and one byte, then nothing. */
const stalls: RequestListener = (_request, response) => {
  response.writeHead(200).write('x')
}

const request = { purpose: 'upstream', maxBytes: 1_000_000 } as const

async function timed(run: () => Promise<unknown>) {
  const start = performance.now()
  const outcome = await run().catch((error: unknown) => error)
  return { outcome, ms: performance.now() - start }
}

describe('the deadline', () => {
  test.each([
    ['headers that do not come', never],
    ['a body that trickles', trickles],
    ['a body that stalls', stalls],
  ])('ends %s', async (_case, listener) => {
    await using server = await serve(listener)
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    const { outcome, ms } = await timed(() =>
      network.get({ ...request, url: `http://127.0.0.1:${server.port}/`, timeoutMs: 300 }),
    )
    expect(outcome).toMatchObject({
      name: 'NetworkFailure',
      code: 'timed-out',
      message: `127.0.0.1:${server.port} did not respond completely within 0.3 s`,
    })
    expect(ms).toBeGreaterThan(280)
    expect(ms).toBeLessThan(2_000)
  })

  test('ends a name server that does not answer', async () => {
    await using network = createNetwork({ allowedNetworks: [], resolve: () => wait(10_000, []) })
    const { outcome, ms } = await timed(() => network.get({ ...request, url: 'http://slow.test/', timeoutMs: 200 }))
    expect(outcome).toMatchObject({ code: 'timed-out' })
    expect(ms).toBeLessThan(2_000)
  })

  test('holds over redirects and retries together', async () => {
    await using server = await serve((request, response) => {
      setTimeout(() => response.writeHead(302, { location: `${request.url}x` }).end(), 1_000)
    })
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    const { outcome, ms } = await timed(() =>
      network.get({ ...request, url: `http://127.0.0.1:${server.port}/`, timeoutMs: 2_600 }),
    )
    expect(outcome).toMatchObject({ code: 'timed-out' })
    expect(ms).toBeLessThan(5_000)
    expect(server.requests()).toBe(3)
  })
})

describe('the shorter limits', () => {
  test('end headers that do not come, and the request is repeated', async () => {
    await using server = await serve((_request, response) => {
      if (server.requests() > 1) response.end('late')
    })
    await using network = createNetwork({
      allowedNetworks: loopbackOpen,
      limits: { ...outgoingLimits, responseTimeoutMs: 150 },
    })
    await expect(network.get({ ...request, url: `http://127.0.0.1:${server.port}/` })).resolves.toMatchObject({
      status: 200,
    })
    expect(server.requests()).toBe(2)
  })

  test('end with timed-out when attempts are used up', async () => {
    await using server = await serve(never)
    await using network = createNetwork({
      allowedNetworks: loopbackOpen,
      limits: { ...outgoingLimits, responseTimeoutMs: 100, maxAttempts: 2 },
    })
    await expect(network.get({ ...request, url: `http://127.0.0.1:${server.port}/` })).rejects.toMatchObject({
      code: 'timed-out',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ did not respond in time \((?:response|socket)\)$/),
    })
    expect(server.requests()).toBe(2)
  })

  test('end headers that trickle', async () => {
    const server = createTcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const timer = setInterval(() => socket.write('x-slow: y\r\n'), 20)
      socket.on('close', () => clearInterval(timer)).on('error', () => {})
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    await using network = createNetwork({
      allowedNetworks: loopbackOpen,
      limits: { ...outgoingLimits, responseTimeoutMs: 150, maxAttempts: 1 },
    })
    const { outcome, ms } = await timed(() =>
      network.get({ ...request, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, timeoutMs: 5_000 }),
    )
    expect(outcome).toMatchObject({
      code: 'timed-out',
      message: expect.stringMatching(/did not respond in time \(response\)$/),
    })
    expect(ms).toBeLessThan(2_000)
    server.close()
  })

  test('end a body that stalls, once', async () => {
    await using server = await serve(stalls)
    await using network = createNetwork({
      allowedNetworks: loopbackOpen,
      limits: { ...outgoingLimits, responseTimeoutMs: 150 },
    })
    await expect(network.get({ ...request, url: `http://127.0.0.1:${server.port}/` })).rejects.toMatchObject({
      code: 'timed-out',
    })
    expect(server.requests()).toBe(1)
  })
})

describe('a caller aborts', () => {
  test.each([
    ['while headers are awaited', never],
    ['while the body comes', trickles],
    ['during the pause before a retry', (_request, response) => response.writeHead(503, { 'retry-after': '10' }).end()],
  ] as [string, RequestListener][])('%s', async (_case, listener) => {
    await using server = await serve(listener)
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 150)
    const { outcome, ms } = await timed(() =>
      network.get({ ...request, url: `http://127.0.0.1:${server.port}/`, signal: controller.signal }),
    )
    expect(outcome).toMatchObject({
      name: 'NetworkFailure',
      code: 'aborted',
      message: `The request to 127.0.0.1:${server.port} was aborted`,
    })
    expect(ms).toBeLessThan(2_000)
    expect(server.requests()).toBe(1)
  })

  test('before the request, and no host is contacted', async () => {
    await using server = await serve(never)
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    await expect(
      network.get({ ...request, url: `http://127.0.0.1:${server.port}/`, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'aborted' })
    expect(server.connections()).toBe(0)
  })

  test('by a time limit of its own, which is not ours', async () => {
    await using server = await serve(never)
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    await expect(
      network.get({ ...request, url: `http://127.0.0.1:${server.port}/`, signal: AbortSignal.timeout(100) }),
    ).rejects.toMatchObject({ code: 'aborted' })
  })
})

test('a network that is disposed of ends what is under way and takes nothing more', async () => {
  await using server = await serve(trickles)
  const network = createNetwork({ allowedNetworks: loopbackOpen })
  const url = `http://127.0.0.1:${server.port}/`
  const underWay = network.get({ ...request, url }).catch((error: unknown) => error)
  await expect.poll(() => server.requests()).toBe(1)
  await network[Symbol.asyncDispose]()
  expect(await underWay).toMatchObject({ code: 'aborted' })
  await expect(network.get({ ...request, url })).rejects.toMatchObject({ code: 'aborted' })
  expect(server.requests()).toBe(1)
})

test('an upgrade that was not requested fails at once', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await using network = createNetwork({ allowedNetworks: loopbackOpen })
  const { outcome, ms } = await timed(() =>
    network.get({ ...request, url: `http://127.0.0.1:${port}/`, timeoutMs: 20_000 }),
  )
  server.close()
  expect(outcome).toMatchObject({
    code: 'connection-failed',
    message: `127.0.0.1:${port} responded with HTTP status 101, which Assay did not request`,
  })
  expect(ms).toBeLessThan(5_000)
})
