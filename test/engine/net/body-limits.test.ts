import { createHash, randomBytes } from 'node:crypto'
import type { RequestListener } from 'node:http'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { outgoingLimits } from '../../../src/engine/net/outgoing-limits.ts'
import { loopbackOpen, serve, withRealSockets } from './loopback.ts'

withRealSockets()

const MiB = 1024 * 1024

async function get(listener: RequestListener, maxBytes: number) {
  await using server = await serve(listener)
  await using network = createNetwork({ allowedNetworks: loopbackOpen, limits: { ...outgoingLimits, maxAttempts: 1 } })
  return await network.get({
    url: `http://127.0.0.1:${server.port}/secret?token=x`,
    purpose: 'upstream',
    maxBytes,
    timeoutMs: 20_000,
  })
}

const sends =
  (body: Buffer, encoding?: string): RequestListener =>
  (_request, response) => {
    if (encoding !== undefined) response.setHeader('content-encoding', encoding)
    response.end(body)
  }

/** Sends chunks without `content-length`. */
const streams =
  (body: Buffer, encoding?: string): RequestListener =>
  (_request, response) => {
    if (encoding !== undefined) response.setHeader('content-encoding', encoding)
    for (let at = 0; at < body.length; at += 65_536) response.write(body.subarray(at, at + 65_536))
    response.end()
  }

/** Sends the same bytes forever, as fast as the client reads them. */
const withoutEnd =
  (bytes: Buffer, encoding = 'identity'): RequestListener =>
  (_request, response) => {
    response.setHeader('content-encoding', encoding)
    const more = () => {
      while (!response.destroyed && response.write(bytes));
    }
    response.on('drain', more)
    more()
  }

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

const text = Buffer.from('assay '.repeat(10_000))

describe('a body', () => {
  test.each([
    ['plain', sends(text)],
    ['plain in chunks', streams(text)],
    ['identity', sends(text, 'identity')],
    ['gzip', sends(gzipSync(text), 'gzip')],
    ['gzip in chunks', streams(gzipSync(text), 'GZIP')],
    ['x-gzip', sends(gzipSync(text), 'x-gzip')],
    [
      'gzip of several members',
      sends(Buffer.concat([gzipSync(text.subarray(0, 100)), gzipSync(text.subarray(100))]), 'gzip'),
    ],
    ['brotli', sends(brotliCompressSync(text), 'br')],
  ])('is read: %s', async (_case, listener) => {
    const { body, headers } = await get(listener, text.length)
    expect(body.equals(text)).toBe(true)
    expect(headers['content-encoding'] === undefined || headers['content-encoding'] === 'identity').toBe(true)
    expect(Number(headers['content-length'] ?? text.length)).toBe(text.length)
  })

  test.each([204, 304, 200])('of nothing with a coding is read (%i)', async (status) => {
    const { body } = await get(
      (_request, response) =>
        response
          .writeHead(status, { 'content-encoding': 'gzip', ...(status === 200 ? { 'content-length': 0 } : {}) })
          .end(),
      10,
    )
    expect(body).toHaveLength(0)
  })

  test('that does not get smaller by its coding is read up to the bound', async () => {
    const noise = randomBytes(100)
    const packed = gzipSync(noise)
    expect(packed.length).toBeGreaterThan(noise.length)
    expect((await get(sends(packed, 'gzip'), noise.length)).body.equals(noise)).toBe(true)
  })
})

describe('a body that is too large', () => {
  test.each([
    ['by its content-length', sends(text)],
    ['in chunks', streams(text)],
    ['gzip', sends(gzipSync(text), 'gzip')],
    ['brotli', streams(brotliCompressSync(text), 'br')],
  ])('%s', async (_case, listener) => {
    await expect(get(listener, text.length - 1)).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/^127\.0\.0\.1:\d+ sends more than 59999 bytes$/),
    })
  })

  test('is refused at its content-length, before any of it comes', async () => {
    await expect(
      get((_request, response) => {
        response.writeHead(200, { 'content-length': 1e12 }).flushHeaders()
      }, 1_000),
    ).rejects.toMatchObject({ code: 'too-large' })
  })

  test('is refused while it has no end', async () => {
    await expect(get(withoutEnd(text), 10 * MiB)).rejects.toMatchObject({ code: 'too-large' })
  })

  test('is refused although it decodes to nothing and has no end', async () => {
    const nothing = Buffer.concat(Array.from({ length: 1_000 }, () => gzipSync('')))
    await expect(get(withoutEnd(nothing, 'gzip'), MiB)).rejects.toMatchObject({ code: 'too-large' })
  })

  // 1 GiB and 512 MiB of zeros in 1 MiB and 0.4 KiB.
  const bombs = {
    gzip: () => Buffer.alloc(1024 * gzipSync(Buffer.alloc(MiB)).length, gzipSync(Buffer.alloc(MiB))),
    br: () =>
      brotliCompressSync(Buffer.alloc(512 * MiB), {
        params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 24 },
      }),
  }

  test.each(Object.entries(bombs))(
    'a %s bomb is given up at the bound and never stands in memory',
    async (encoding, make) => {
      const bomb = make()
      globalThis.gc?.()
      const before = process.memoryUsage.rss()
      let peak = before
      const watch = setInterval(() => {
        peak = Math.max(peak, process.memoryUsage.rss())
      }, 5)
      try {
        await expect(get(sends(bomb, encoding), 16 * MiB)).rejects.toMatchObject({ code: 'too-large' })
      } finally {
        clearInterval(watch)
      }
      peak = Math.max(peak, process.memoryUsage.rss())
      expect(peak - before).toBeLessThan(150 * MiB)
    },
  )
})

describe('a broken body', () => {
  test.each([
    ['gzip that is not', sends(text, 'gzip'), /cannot be decompressed \(Z_DATA_ERROR\)/],
    ['gzip cut short', sends(gzipSync(text).subarray(0, 60), 'gzip'), /cannot be decompressed \(Z_BUF_ERROR\)/],
    ['brotli that is not', sends(text, 'br'), /cannot be decompressed/],
    [
      'a coding not asked for',
      sends(deflateSync(text), 'deflate'),
      /with an encoding that Assay did not request; use gzip or br/,
    ],
    [
      'coding over coding',
      sends(gzipSync(gzipSync(text)), 'gzip, gzip'),
      /with an encoding that Assay did not request/,
    ],
    [
      'less than announced',
      (_request, response) => {
        response.writeHead(200, { 'content-length': 100 }).write('x', () => response.destroy())
      },
      /closed the connection/,
    ],
    [
      'chunks without end',
      (_request, response) => {
        response.write('x', () => response.destroy())
      },
      /closed the connection/,
    ],
    [
      'not HTTP',
      (_request, response) => {
        response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n')
      },
      /sent a response that is not HTTP \(HPE_INVALID_CONSTANT\)/,
    ],
    [
      'headers without end',
      (_request, response) => {
        response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`)
      },
      /not HTTP \(HPE_HEADER_OVERFLOW\)/,
    ],
  ] as [string, RequestListener, RegExp][])('%s', async (_case, listener, message) => {
    const failure = await get(listener, MiB).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'connection-failed', message: expect.stringMatching(message) })
    expect(String(failure)).toMatch(/127\.0\.0\.1:\d+/)
    expect(String(failure)).not.toMatch(/secret|token/)
  })
})

test('large bodies arrive unchanged', async () => {
  const body = randomBytes(20 * MiB)
  expect(hash((await get(streams(gzipSync(body, { level: 1 }), 'gzip'), 20 * MiB)).body)).toBe(hash(body))
})
