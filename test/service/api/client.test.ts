import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AssayClient, AssayError } from '../../../client/assay.ts'
import { endpointsSource } from '../../../client/endpoints-source.ts'
import { openApiDocument } from '../../../src/service/api/openapi.ts'
import { endpoints } from '../../../src/service/api/catalogue.ts'
import { operationIdOf } from '../../../src/service/api/openapi.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const alice = await api.account('alice', ['scans:write', 'scans:read', 'account:write'])
const client = new AssayClient({ baseUrl: `${api.address}/`, apiKey: alice.key })

describe('the client', () => {
  it('is what generate.ts writes, with a method for each endpoint', async () => {
    expect(readFileSync('client/endpoints.ts', 'utf8'), 'run: npm run build:action').toBe(
      await endpointsSource(openApiDocument('https://assay.example')),
    )
    for (const endpoint of endpoints)
      expect(client, endpoint.id).toHaveProperty(operationIdOf(endpoint), expect.any(Function))
  })

  it('imports nothing but itself', () => {
    for (const file of ['assay.ts', 'endpoints.ts', 'transport.ts']) {
      const imported = [...readFileSync(`client/${file}`, 'utf8').matchAll(/from '([^']+)'/g)].map((match) => match[1])
      expect(imported.filter((name) => !/^\.\/(endpoints|transport)\.ts$/.test(name ?? ''))).toEqual([])
    }
  })

  it('puts each part of a call where it belongs', async () => {
    const { scanId, status } = await client.createScan({ url: 'https://www.npmjs.com/package/a', failOn: 'low' })
    expect(status).toBe('pending')
    expect((await client.getScan({ scanId })).url).toBe('https://www.npmjs.com/package/a')
    const { keys, pagination } = await client.listKeys({ limit: 1 })
    expect([keys.length, pagination.limit]).toEqual([1, 1])
    expect(await client.getAccount()).toMatchObject({ name: 'alice', plan: 'enterprise' })
  })

  it('replays what is sent under the same name', async () => {
    const again = { url: 'https://www.npmjs.com/package/b', idempotencyKey: 'again' }
    expect((await client.createScan(again)).scanId).toBe((await client.createScan(again)).scanId)
  })

  it('cannot be led to another path by an id', async () => {
    await expect(client.getScan({ scanId: '../account' })).rejects.toMatchObject({ status: 404, code: 'NOT_FOUND' })
  })

  it('throws what was rejected, with all details', async () => {
    const error: unknown = await client
      .createScan({ url: 'http://insecure.example' })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(AssayError)
    expect(error).toMatchObject({
      status: 400,
      code: 'INVALID_URL',
      details: [{ path: 'body.url' }],
      requestId: expect.stringMatching(/^req_/),
      retryAfter: undefined,
    })
    const { scanId } = await client.createScan({ url: 'https://www.npmjs.com/package/c' })
    await expect(client.getScanSarif({ scanId })).rejects.toMatchObject({
      status: 409,
      code: 'NOT_READY',
      retryAfter: 5,
    })
    await expect(new AssayClient({ baseUrl: api.address }).getAccount()).rejects.toMatchObject({ status: 401 })
  })

  it('stops waiting on request or after a timeout', async () => {
    await expect(
      client.submitAndWait({ url: 'https://www.npmjs.com/package/d' }, { timeoutMs: 300 }),
    ).rejects.toMatchObject({ name: 'TimeoutError' })
    await expect(
      client.submitAndWait(
        { url: 'https://www.npmjs.com/package/d' },
        { signal: AbortSignal.abort(new Error('enough')) },
      ),
    ).rejects.toThrow('enough')
  })
})

/** Starts a service that rejects `refusals` requests before it responds, and records the requests. */
async function reluctantService(refusals: number, status: number, retryAfter = '0') {
  const requests: { method: string | undefined; headers: IncomingHttpHeaders }[] = []
  const server = createServer(({ method, headers }, response) => {
    requests.push({ method, headers })
    if (requests.length > refusals) return void response.end('{"success":true,"data":{"scanId":"scan_x"}}')
    response.writeHead(status, { 'Retry-After': retryAfter }).end('<html>busy</html>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { requests, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe("the client's retries", () => {
  const scan = { url: 'https://www.npmjs.com/package/a' }

  it('wait as the service says, and not at all unless asked to', async () => {
    const busy = await reluctantService(2, 429)
    await expect(new AssayClient(busy).createScan(scan)).rejects.toMatchObject({
      status: 429,
      code: 'UNKNOWN',
      retryAfter: 0,
    })
    expect(busy.requests).toHaveLength(1)
    expect(await new AssayClient({ ...busy, retries: 2 }).createScan(scan)).toEqual({ scanId: 'scan_x' })
    expect(busy.requests).toHaveLength(3)
  })

  it('do not do twice what may have been done', async () => {
    const unnamed = await reluctantService(1, 503)
    await expect(new AssayClient({ ...unnamed, retries: 2 }).createScan(scan)).rejects.toMatchObject({ status: 503 })
    const named = await reluctantService(1, 503)
    expect(await new AssayClient({ ...named, retries: 2 }).createScan({ ...scan, idempotencyKey: 'k' })).toEqual({
      scanId: 'scan_x',
    })
    expect(named.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k'])
  })

  it('do not wait longer than is wanted', async () => {
    const busy = await reluctantService(1, 429, '3600')
    await expect(new AssayClient({ ...busy, retries: 2 }).getAccount()).rejects.toMatchObject({ retryAfter: 3600 })
  })
})
