import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { loopbackOpen, serve, withRealSockets } from './loopback.ts'

withRealSockets()

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-download-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const body = randomBytes(300_000)

async function download(
  listener: RequestListener,
  { maxBytes = 1_000_000, path = join(folder, 'file'), timeoutMs = 5_000, signal = new AbortController().signal } = {},
) {
  await using server = await serve(listener)
  await using network = createNetwork({ allowedNetworks: loopbackOpen })
  return await network.download({
    url: `http://127.0.0.1:${server.port}/`,
    purpose: 'upstream',
    maxBytes,
    path,
    timeoutMs,
    signal,
  })
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('a download', () => {
  test.each([
    ['plain', (_request, response) => response.end(body)],
    ['gzip', (_request, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync(body))],
    [
      'after a retry',
      (() => {
        let turn = 0
        return (_request, response) => (turn++ === 0 ? response.writeHead(503).end('busy') : response.end(body))
      })(),
    ],
  ] as [string, RequestListener][])('becomes a file: %s', async (_case, listener) => {
    const path = join(folder, 'file')
    expect(await download(listener, { path })).toMatchObject({ status: 200, bytes: body.length })
    expect(hash(readFileSync(path))).toBe(hash(body))
  })

  test('of nothing becomes an empty file', async () => {
    expect(await download((_request, response) => response.end())).toMatchObject({ status: 200, bytes: 0 })
    expect(readFileSync(join(folder, 'file'))).toHaveLength(0)
  })

  test.each([304, 404, 500])('of %i becomes none', async (status) => {
    expect(
      await download((_request, response) => response.writeHead(status).end(status === 304 ? undefined : 'no')),
    ).toMatchObject({ status, bytes: 0 })
    expect(existsSync(join(folder, 'file'))).toBe(false)
  })

  test('does not touch a file that exists', async () => {
    const path = join(folder, 'file')
    writeFileSync(path, 'mine')
    await expect(download((_request, response) => response.end(body), { path })).rejects.toMatchObject({
      code: 'EEXIST',
    })
    expect(readFileSync(path, 'utf8')).toBe('mine')
  })

  test('into a folder that does not exist fails as the file system says', async () => {
    await expect(
      download((_request, response) => response.end(body), { path: join(folder, 'none', 'file') }),
    ).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test.each([
    [
      'too large',
      'too-large',
      {},
      (_request, response) => {
        response.write(body, () => response.end(randomBytes(1_000_000)))
      },
    ],
    [
      'broken off',
      'connection-failed',
      {},
      (_request, response) => {
        response.write(body, () => response.destroy())
      },
    ],
    [
      'not decodable',
      'connection-failed',
      {},
      (_request, response) => {
        response
          .setHeader('content-encoding', 'gzip')
          .end(Buffer.concat([gzipSync(body), gzipSync(body).subarray(0, 999)]))
      },
    ],
    [
      'late',
      'timed-out',
      { timeoutMs: 200 },
      (_request, response) => {
        response.write(body)
      },
    ],
    [
      'aborted',
      'aborted',
      { signal: AbortSignal.timeout(200) },
      (_request, response) => {
        response.write(body)
      },
    ],
  ] as [string, string, object, RequestListener][])(
    'leaves no file behind: %s',
    async (_case, code, options, listener) => {
      await expect(download(listener, options)).rejects.toMatchObject({ name: 'NetworkFailure', code })
      expect(existsSync(join(folder, 'file'))).toBe(false)
    },
  )
})
