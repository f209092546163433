import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { inspect } from 'node:util'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { outgoingLimits } from '../../../src/engine/net/outgoing-limits.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { answers, loopbackOpen, serve, withRealSockets } from './loopback.ts'

withRealSockets()

const request = { purpose: 'upstream', maxBytes: 1_000 } as const

/** Creates a listener that records requests and responds with `answer`. */
function recorder(answer: RequestListener) {
  const seen: { method: string | undefined; headers: IncomingMessage['headers']; body: Buffer }[] = []
  const listener: RequestListener = (request, response) => {
    request.once('end', () => answer(request, response))
    void buffer(request).then((body) => seen.push({ method: request.method, headers: request.headers, body }))
  }
  return { seen, listener }
}

describe('a POST', () => {
  test.each([
    ['a string', '{"name":"münchen"}', Buffer.from('{"name":"münchen"}')],
    ['bytes', new Uint8Array([0, 255, 10]), Buffer.from([0, 255, 10])],
    ['nothing', '', Buffer.alloc(0)],
  ])('sends %s with its length, and reads the answer', async (_case, body, bytes) => {
    const { seen, listener } = recorder((_request, response) =>
      response.writeHead(201, { 'content-encoding': 'gzip', 'x-id': '7' }).end(gzipSync('made')),
    )
    await using server = await serve(listener)
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    const url = `http://127.0.0.1:${server.port}/hook?x=1`
    const answer = await network.post({
      ...request,
      url,
      body,
      headers: { 'content-type': 'application/json', Authorization: 'Bearer t' },
    })
    expect(answer).toMatchObject({ status: 201, url, headers: { 'x-id': '7' } })
    expect(answer.body.toString()).toBe('made')
    expect(seen).toEqual([
      {
        method: 'POST',
        body: bytes,
        headers: expect.objectContaining({
          'content-length': String(bytes.length),
          'content-type': 'application/json',
          authorization: 'Bearer t',
          'user-agent': 'assay',
        }),
      },
    ])
  })

  test.each([301, 302, 303, 307, 308])('does not follow a %i: that is the answer', async (status) => {
    await using elsewhere = await serve((_request, response) => response.end())
    const { seen, listener } = recorder((_request, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${elsewhere.port}/` }).end(),
    )
    await using server = await serve(listener)
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    await expect(
      network.post({ ...request, url: `http://127.0.0.1:${server.port}/`, body: 'x' }),
    ).resolves.toMatchObject({ status })
    expect([seen.length, elsewhere.connections()]).toEqual([1, 0])
  })

  test.each([408, 429, 500, 503])('is not repeated after %i', async (status) => {
    const { seen, listener } = recorder((_request, response) =>
      response.writeHead(status, { 'retry-after': '0' }).end('later'),
    )
    await using server = await serve(listener)
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    const { status: answered, body } = await network.post({
      ...request,
      url: `http://127.0.0.1:${server.port}/`,
      body: 'x',
    })
    expect([answered, body.toString(), seen.length]).toEqual([status, 'later', 1])
  })

  test('is not repeated after a connection that broke', async () => {
    const { seen, listener } = recorder((request) => request.socket.resetAndDestroy())
    await using server = await serve(listener)
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    await expect(
      network.post({ ...request, url: `http://127.0.0.1:${server.port}/`, body: 'x' }),
    ).rejects.toMatchObject({ code: 'connection-failed' })
    expect(seen).toHaveLength(1)
  })

  test('uses no idle connection, neither of a GET nor of another POST', async () => {
    await using server = await serve((_request, response) => response.end())
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    const url = `http://127.0.0.1:${server.port}/`
    await network.get({ ...request, url })
    await network.post({ ...request, url, body: 'x' })
    await network.post({ ...request, url, body: 'x' })
    expect(server.connections()).toBe(3)
  })

  test('over the limit is refused before any host is contacted, at the limit it is sent', async () => {
    const { seen, listener } = recorder((_request, response) => response.end())
    await using server = await serve(listener)
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    const url = `http://127.0.0.1:${server.port}/`
    await expect(
      network.post({ ...request, url, body: 'x'.repeat(outgoingLimits.maxSentBytes + 1) }),
    ).rejects.toMatchObject({
      code: 'too-large',
      message: `What should be sent to 127.0.0.1:${server.port} has more than 1048576 bytes`,
    })
    expect(server.connections()).toBe(0)
    await network.post({ ...request, url, body: 'x'.repeat(outgoingLimits.maxSentBytes) })
    expect(seen.map(({ body }) => body.length)).toEqual([outgoingLimits.maxSentBytes])
  })

  test('whose answer is too large is cut off', async () => {
    await using server = await serve((_request, response) => response.end('x'.repeat(1_001)))
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    await expect(
      network.post({ ...request, url: `http://127.0.0.1:${server.port}/`, body: 'x' }),
    ).rejects.toMatchObject({ code: 'too-large' })
  })

  test('that wants only the head of its answer reads no further, and that is no failure', async () => {
    let sent = 0
    const closed: Promise<unknown>[] = []
    await using server = await serve((_request, response) => {
      closed.push(once(response, 'close'))
      response.on('error', () => {})
      const goOn = () => {
        while (!response.destroyed && response.write('x'.repeat(10_000))) sent += 10_000
      }
      response.on('drain', goOn)
      goOn()
    })
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    const answer = await network.post({ ...request, url: `http://127.0.0.1:${server.port}/`, body: 'x', cutBody: true })
    expect([answer.status, answer.body.toString()]).toEqual([200, 'x'.repeat(1_000)])
    await Promise.all(closed)
    // The data in the socket buffers of both sides. The sender would never stop.
    expect(sent).toBeLessThan(50_000_000)
  })

  test.each([
    ['shorter', 'short', 'short'],
    ['of exactly that length', 'x'.repeat(1_000), 'x'.repeat(1_000)],
    ['empty', '', ''],
    ['announced as longer', 'y'.repeat(5_000), 'y'.repeat(1_000)],
  ])('that wants only the head gets one that is %s', async (_case, body, head) => {
    const { seen, listener } = recorder((_request, response) =>
      response.writeHead(200, { 'content-length': String(body.length) }).end(body),
    )
    await using server = await serve(listener)
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    expect(
      (
        await network.post({ ...request, url: `http://127.0.0.1:${server.port}/`, body: 'x', cutBody: true })
      ).body.toString(),
    ).toBe(head)
    expect(seen[0]?.headers['accept-encoding']).toBe('identity')
  })

  test('that wants only the head takes a coded answer as it is', async () => {
    await using server = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'zstd' }).end(gzipSync('x')),
    )
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    expect(
      (await network.post({ ...request, url: `http://127.0.0.1:${server.port}/`, body: 'x', cutBody: true })).body,
    ).toEqual(gzipSync('x'))
  })

  test('that wants only the head still needs it in time, and whole where it is short', async () => {
    await using slow = await serve((_request, response) => void response.writeHead(200).write('x'))
    await using broken = await serve(
      (_request, response) =>
        void response.writeHead(200, { 'content-length': '500' }).write('x', () => response.destroy()),
    )
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    await expect(
      network.post({ ...request, url: `http://127.0.0.1:${slow.port}/`, body: 'x', cutBody: true, timeoutMs: 300 }),
    ).rejects.toMatchObject({ code: 'timed-out' })
    await expect(
      network.post({ ...request, url: `http://127.0.0.1:${broken.port}/`, body: 'x', cutBody: true }),
    ).rejects.toMatchObject({ code: 'connection-failed' })
  })

  test('to one who reads nothing and says nothing ends by its time, and shows no credentials', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => {
      sockets.push(socket.pause())
    }).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    await using network = createNetwork({ allowedNetworks: loopbackOpen })
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/?token=s3cret`
    const failure = await network
      .post({ ...request, url, body: 's3cret'.repeat(100_000), headers: { authorization: 's3cret' }, timeoutMs: 300 })
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'NetworkFailure', code: 'timed-out' })
    expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain('s3cret')
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  test.each([
    'http://127.0.0.2',
    'http://[::1]',
    'http://inside.example',
    'http://localhost',
    'http://0x7f.2',
    'http://[::ffff:127.0.0.1]',
  ])('to %s is refused for a webhook before anybody is contacted', async (origin) => {
    await using server = await serve((_request, response) => response.end(), { address: '127.0.0.2' })
    await using network = createNetwork({ allowedNetworks: loopbackOpen, resolve: answers(['127.0.0.2']) })
    await expect(
      network.post({ purpose: 'webhook', url: `${origin}:${server.port}/`, body: 'x', maxBytes: 10 }),
    ).rejects.toMatchObject({ code: 'address-not-allowed' })
    expect(server.connections()).toBe(0)
  })

  test('that its caller aborts, or the end of the network, ends it', async () => {
    await using server = await serve(() => {})
    const network = createNetwork({ allowedNetworks: loopbackOpen })
    const url = `http://127.0.0.1:${server.port}/`
    await expect(network.post({ ...request, url, body: 'x', signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      code: 'aborted',
    })
    await expect(network.post({ ...request, url, body: 'x', signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    })
    const pending = network.post({ ...request, url, body: 'x' }).catch((error: unknown) => error)
    await expect.poll(() => server.requests()).toBe(2)
    await network[Symbol.asyncDispose]()
    expect(await pending).toMatchObject({ code: 'aborted' })
  })
})
