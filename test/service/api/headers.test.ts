import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pino from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../src/service/api/endpoint.ts'
import { PageQuery } from '../../../src/service/api/pagination.ts'
import { caller, testApi } from '../../support/test-api.ts'

const made = {
  tag: 'reference',
  summary: 'Made up',
  description: 'Made up.',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: undefined,
  status: 200,
  data: z.object({}),
  errors: [],
} as const

/** Possible future endpoints: a public one, a deprecated one, and one that requires a key. */
const endpoints = [
  endpoint({
    ...made,
    id: 'get-news',
    method: 'get',
    path: '/api/v1/news',
    permission: 'anyone',
    respond: async () => ({ data: {} }),
  }),
  endpoint({
    ...made,
    id: 'create-news',
    method: 'post',
    path: '/api/v1/news',
    permission: 'scans:write',
    body: z.strictObject({ text: z.string() }),
    respond: async () => ({ data: {} }),
  }),
  endpoint({
    ...made,
    id: 'get-secret',
    method: 'get',
    path: '/api/v1/secret',
    permission: 'any key',
    respond: async () => ({ data: {} }),
  }),
  endpoint({
    ...made,
    id: 'list-old',
    method: 'get',
    path: '/api/v1/old',
    permission: 'any key',
    query: PageQuery({ defaultLimit: 10 }),
    deprecation: { since: '2027-01-31', sunset: '2027-09-30', guide: 'https://assay.example/docs/new-list' },
    respond: async () => ({ data: {}, headers: { Link: '<https://assay.example/api/v1/old?page=2>; rel="next"' } }),
  }),
]

const lines: string[] = []
const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
const api = await testApi({ log, endpoints })
const alice = await api.account('alice')
beforeEach(() => void lines.splice(0))

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

describe('every answer', () => {
  it.each(['/api/v1/secret', '/api/v1/nothing', '/healthz', '/docs/errors', '/%E0%A4%A'])(
    'of %s keeps browsers from doing more with it than showing it',
    async (path) => {
      const { headers } = await api.anonymous('GET', path)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
        'x-request-id': expect.stringMatching(/^req_/),
      })
      expect(headers.has('x-powered-by')).toBe(false)
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    },
  )

  it('insists on HTTPS only where it is served', async () => {
    const plain = await testApi({ publicUrl: 'http://127.0.0.1:3000' })
    expect((await plain.anonymous('GET', '/healthz')).headers.has('strict-transport-security')).toBe(false)
  })

  it('has a line in the log with its request id', async () => {
    const ids = [
      await alice.call('GET', '/api/v1/secret'),
      await api.anonymous('GET', '/api/v1/secret'),
      await api.anonymous('GET', '/nowhere'),
    ].map(({ headers }) => headers.get('x-request-id'))
    await expect.poll(() => logged().map(({ requestId }) => requestId)).toEqual(ids)
  })
})

describe('other sites', () => {
  const origin = { origin: 'https://elsewhere.example' }

  it.each(['/api/v1/news', '/api/v1/openapi.json'])('read %s, and browsers may ask beforehand', async (path) => {
    const read = await api.anonymous('GET', path, undefined, origin)
    expect([
      read.status,
      read.headers.get('access-control-allow-origin'),
      read.headers.get('cross-origin-resource-policy'),
    ]).toEqual([200, '*', 'cross-origin'])
    const asked = await api.anonymous('OPTIONS', path, undefined, { ...origin, 'access-control-request-method': 'GET' })
    expect([
      asked.status,
      asked.headers.get('access-control-allow-methods'),
      asked.headers.get('access-control-allow-credentials'),
    ]).toEqual([204, 'GET, HEAD', null])
    expect(asked.headers.get('access-control-allow-headers')).not.toMatch(/authorization|key/i)
  })

  it('may not read what a key is needed for, nor change anything', async () => {
    for (const [method, path, body] of [
      ['GET', '/api/v1/secret', undefined],
      ['OPTIONS', '/api/v1/secret', undefined],
      ['POST', '/api/v1/news', { text: 'x' }],
      ['GET', '/api/v1/nothing', undefined],
    ] as const) {
      const { headers } = await alice.call(method, path, body, { ...origin, 'access-control-request-method': 'GET' })
      expect(headers.has('access-control-allow-origin'), `${method} ${path}`).toBe(false)
    }
  })
})

describe('an endpoint that goes away', () => {
  it('says so in its answers, its errors and the document, beside the links of a list', async () => {
    const { headers } = await alice.call('GET', '/api/v1/old')
    expect(headers.get('deprecation')).toBe('@1801353600')
    expect(headers.get('sunset')).toBe('Thu, 30 Sep 2027 00:00:00 GMT')
    expect(headers.get('link')).toBe(
      '<https://assay.example/docs/new-list>; rel="deprecation"; type="text/html", ' +
        '<https://assay.example/api/v1/old?page=2>; rel="next"',
    )
    expect((await api.anonymous('GET', '/api/v1/old')).headers.get('sunset')).toBe('Thu, 30 Sep 2027 00:00:00 GMT')
    expect((await alice.call('GET', '/api/v1/secret')).headers.has('deprecation')).toBe(false)
    const document = (await api.anonymous('GET', '/api/v1/openapi.json')).json as unknown as {
      paths: Record<string, { get: { deprecated?: boolean } }>
    }
    expect([document.paths['/api/v1/old']?.get.deprecated, document.paths['/api/v1/secret']?.get.deprecated]).toEqual([
      true,
      undefined,
    ])
  })
})

describe('requests that do not arrive', () => {
  it('are cut off with a status, an error body, a request id and a line in the log', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['test/support/late-requests.ts'])
    const { answers, log: written } = JSON.parse(stdout) as { answers: Record<string, string>; log: string[] }
    expect(Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, answer.slice(9, 12)]))).toEqual({
      headersWithoutEnd: '408',
      dribblingBody: '408',
      noHttp: '400',
      endlessHeader: '431',
      whole: '200',
    })
    const { whole: _, ...malformed } = answers
    for (const answer of Object.values(malformed)) {
      const requestId = /X-Request-Id: (req_\S+)/.exec(answer)?.[1]
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({
        success: false,
        error: { code: 'INVALID_REQUEST' },
        meta: { requestId },
      })
      expect(written.filter((line) => line.includes(String(requestId)))).toHaveLength(1)
    }
  })
})

describe('the log', () => {
  it('has no key in it, wherever callers put theirs', async () => {
    const { key } = alice
    const secret = key.slice(-32)
    const unknown = `mcp_abcdefgh_${'s3cr3t'.repeat(6).slice(0, 32)}`
    const call = caller(api.address, {})
    for (const presented of [key, unknown]) {
      await call('GET', `/api/v1/secret?key=${presented}&access_token=${presented}`)
      await call('GET', `/api/v1/${presented}`)
      await call('GET', `/api/v1/mcp%5f${presented.slice(4)}/%ff`)
      await call('GET', `/${presented}/../${presented}`)
      await call('GET', '/api/v1/secret', undefined, {
        authorization: `Bearer ${presented}`,
        cookie: `key=${presented}`,
        referer: `https://assay.example/${presented}`,
        'user-agent': presented,
      })
      await call('GET', '/api/v1/secret', undefined, { 'x-api-key': `${presented} ${presented}` })
      await call('POST', '/api/v1/news', { text: presented, [presented]: presented }, { 'x-api-key': key })
      await call('POST', '/api/v1/news', `{"${presented}`, { 'x-api-key': key })
    }
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(16)
    expect(lines.join('')).not.toContain(secret)
    expect(lines.join('')).not.toContain(unknown.slice(-32))
    expect(lines.join('')).toContain(key.slice(4, 12))
  })
})
