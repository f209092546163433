import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { apiErrors } from '../../../src/service/api/api-error.ts'
import { insertFindings } from '../../../src/service/db/scans/findings.ts'
import { completeScan, failScan, startScan } from '../../../src/service/db/scans/scans.ts'
import type { Coverage } from '../../../src/engine/model/scan.ts'
import { compareFindings } from '../../../src/engine/scanner/compare.ts'
import { judge } from '../../../src/engine/scanner/judge.ts'
import { detectedFinding } from '../../support/findings.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const alice = await api.account('alice')
const bob = await api.account('bob')
const reader = await api.account('reader', ['scans:read'])
const page = 'https://www.npmjs.com/package/mkdirp/v/0.5.1'
const unknownId = `scan_${'x'.repeat(27)}`

const submit = async (body: Record<string, unknown> = { url: page }) => {
  const answer = await alice.call('POST', '/api/v1/scans/url', body)
  expect(answer.status, answer.text).toBe(202)
  return String(answer.json.data.scanId)
}

const coverage: Coverage = {
  detectors: [],
  files: { scanned: 1, bytes: 1, skipped: [] },
  components: { total: 1, method: 'test', unresolved: [] },
  advisories: {},
  undecidedAdvisories: 0,
  isolation: 'in-process',
  gaps: [],
}

/** A completed scan with this number of findings of each severity. */
async function completedScan(counts: { critical: number; low: number }): Promise<string> {
  const scanId = await submit()
  const detected = [
    ...Array.from({ length: counts.low }, (_, index) =>
      detectedFinding({ severity: 'low', title: `low ${index}`, fingerprint: `low ${index}` }),
    ),
    ...Array.from({ length: counts.critical }, (_, index) =>
      detectedFinding({
        severity: 'critical',
        category: 'secret',
        title: `critical ${index}`,
        fingerprint: `critical ${index}`,
      }),
    ),
  ]
  const findings = compareFindings(detected, new Map(), new Date())
  const source = {
    type: 'npm' as const,
    canonicalUrl: 'https://www.npmjs.com/package/mkdirp',
    revision: '0.5.1',
    digest: 'sha512-x',
  }
  await startScan(api.db, scanId, new Date())
  await completeScan(api.db, scanId, {
    source,
    canonicalUrl: source.canonicalUrl,
    inventoryDigest: null,
    coverage,
    ...judge(findings, { gaps: [], failOn: 'high' }),
    completedAt: new Date(),
  })
  await insertFindings(api.db, scanId, findings)
  return scanId
}

describe('POST /api/v1/scans/url', () => {
  it('accepts a package page and answers as the interface says', async () => {
    const before = Date.now()
    const { status, json, headers } = await alice.call('POST', '/api/v1/scans/url', {
      url: page,
      webhook: 'https://hooks.example/assay',
      failOn: 'medium',
      force: true,
    })
    expect(status).toBe(202)
    expect(json).toMatchObject({ success: true, data: { status: 'pending', url: page } })
    expect(json.data.scanId).toMatch(/^scan_[\w-]{22,}$/)
    expect(json.data.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Date.parse(String(json.data.estimatedCompletionTime))).toBeGreaterThan(before)
    expect(json.meta.requestId).toBe(headers.get('x-request-id'))
    expect(headers.get('location')).toBe(`/api/v1/scans/${json.data.scanId}`)
    const [row] = await api.sql`select webhook, fail_on, target from scans where id = ${String(json.data.scanId)}`
    expect(row).toEqual({
      webhook: 'https://hooks.example/assay',
      fail_on: 'medium',
      target: { type: 'npm', name: 'mkdirp', selector: '0.5.1' },
    })
    const jobs = await api.sql`select data from pgboss.job where name = 'run-scan' order by created_on desc limit 1`
    expect(jobs).toEqual([{ data: { ticket: expect.any(String) } }])
  })

  it.each([
    [{}, 'body.url', 'is required'],
    [{ url: 7 }, 'body.url', 'should be a string'],
    [{ url: null }, 'body.url', 'should be a string'],
    [{ url: page, webhook: 'https://hooks.example/\u0000' }, 'body.webhook', 'control characters'],
    [{ url: page, webhook: '' }, 'body.webhook', 'complete URL that starts with https://'],
    [{ url: page, branch: '' }, 'body.branch', 'at least 1 characters'],
    [{ url: page, webhook: 'http://hooks.example' }, 'body.webhook', 'https'],
    [{ url: page, webhook: 'https://127.0.0.1/x' }, 'body.webhook', 'webhook=127.0.0.1:443 to ASSAY_ALLOW_NETWORKS'],
    [{ url: page, webhook: 'https://[::ffff:10.0.0.1]/x' }, 'body.webhook', 'public address'],
    [{ url: page, webhook: 'https://0x7f.1/x' }, 'body.webhook', 'public address'],
    [{ url: page, webhook: 'https://localhost/x' }, 'body.webhook', 'webhook=127.0.0.1:443 to ASSAY_ALLOW_NETWORKS'],
    [{ url: page, webhook: 'https://user:pass@hooks.example' }, 'body.webhook', 'user information'],
    [{ url: page, branch: 'main' }, 'body.branch', 'git repositories only'],
    [{ url: page, baseline: 'main' }, 'body.baseline', 'git repositories only'],
    [{ url: 'https://github.com/owner/project', baseline: 'a..b' }, 'body.baseline', 'or is only "@"'],
    [{ url: 'https://github.com/owner/project', branch: 'a..b' }, 'body.branch', 'or is only "@"'],
    [{ url: 'https://github.com/owner/project', branch: '--upload-pack=x' }, 'body.branch', 'starts with a dash'],
    [{ url: 'https://github.com/owner/project/tree/main', branch: 'main' }, 'body.branch', 'is already in the URL'],
    [
      { url: 'https://github.com/owner/project/releases/tag/v1', branch: 'main' },
      'body.branch',
      'is already in the URL',
    ],
    [{ url: page, failOn: 'severe' }, 'body.failOn', 'should be one of critical, high'],
    [{ url: page, force: 'yes' }, 'body.force', 'boolean'],
    [{ url: page, colour: 'red' }, 'body.colour', 'is unknown'],
  ])('names what is wrong with %j', async (body, path, message) => {
    const { status, json } = await alice.call('POST', '/api/v1/scans/url', body)
    expect(status).toBe(400)
    expect(json).toMatchObject({
      success: false,
      error: { code: 'INVALID_REQUEST', docUrl: 'https://assay.example/docs/errors#INVALID_REQUEST' },
    })
    expect(json.error.details).toEqual([{ path, message: expect.stringContaining(message) }])
  })

  it.each([
    [{ url: 'https://github.com/Owner/Project.git' }, {}],
    [{ url: 'git@github.com:owner/project.git', branch: 'feature/one' }, { ref: 'feature/one' }],
    [{ url: 'https://github.com/owner/project/tree/main/src' }, { treePath: 'main/src' }],
  ])('accepts a repository: %j', async (body, more) => {
    const scanId = await submit(body)
    const [row] = await api.sql`select target, source_type, url from scans where id = ${scanId}`
    expect(row).toEqual({
      target: { type: 'git', repository: 'https://github.com/owner/project', ...more },
      source_type: 'git',
      url: body.url,
    })
  })

  it('names every wrong field at once', async () => {
    const { json } = await alice.call('POST', '/api/v1/scans/url?verbose=1', { failOn: 'x', colour: 'red' })
    expect(json.error.details.map(({ path }) => path).sort()).toEqual([
      'body.colour',
      'body.failOn',
      'body.url',
      'query.verbose',
    ])
  })

  it('names fifty wrong fields and counts the others', async () => {
    const { status, json } = await alice.call('POST', '/api/v1/scans/url', {
      url: page,
      ...Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`field${index}`, 1])),
    })
    expect(status).toBe(400)
    expect(json.error.details).toHaveLength(51)
    expect(json.error.details.at(-1)).toEqual({ path: '', message: 'and 2950 more' })
  })

  it.each([
    'not a url',
    'http://www.npmjs.com/package/x',
    'https://example.org/',
    'https://www.npmjs.com/',
    'file:///etc/passwd',
    '',
    `${page}?x=\u0000`,
    `\u0000${page}`,
    `${page}#\ud800`,
    `${page}\n`,
  ])('refuses %j as INVALID_URL', async (url) => {
    const { status, json } = await alice.call('POST', '/api/v1/scans/url', { url })
    expect([status, json.error.code, json.error.details[0]?.path]).toEqual([400, 'INVALID_URL', 'body.url'])
  })

  it.each([
    'https://github.com/owner/project/blob/main/a.js',
    'ssh://someone@git.example/x',
    'ssh://git@git.example:2222/x/y',
    'ext::sh -c x',
  ])('refuses %j as INVALID_URL, saying what to write', async (url) => {
    const { status, json } = await alice.call('POST', '/api/v1/scans/url', { url })
    expect([status, json.error.code]).toEqual([400, 'INVALID_URL'])
    expect(json.error.message).toContain('https://')
  })

  it('never repeats or stores the user information of a URL', async () => {
    const { status, text } = await alice.call('POST', '/api/v1/scans/url', {
      url: 'https://someone:hunter2@www.npmjs.com/package/x',
    })
    expect(status).toBe(400)
    expect(text).not.toContain('hunter2')
    expect(await api.sql`select 1 from scans where url like '%hunter2%'`).toHaveLength(0)
  })

  it.each([
    ['broken JSON', '{"url":', {}, 400, 'INVALID_REQUEST'],
    ['JSON that is no object', '["url"]', {}, 400, 'INVALID_REQUEST'],
    ['no body', undefined, {}, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['an empty body', '', {}, 400, 'INVALID_REQUEST'],
    ['a form', 'url=x', { 'content-type': 'application/x-www-form-urlencoded' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a megabyte', JSON.stringify({ url: 'x'.repeat(1024 * 1024) }), {}, 413, 'BODY_TOO_LARGE'],
    ['prototype keys', '{"__proto__":{"url":"x"},"url":"https://www.npmjs.com/package/x"}', {}, 400, 'INVALID_REQUEST'],
  ] as const)('answers %s clearly', async (_what, body, headers, status, code) => {
    const answer = await alice.call('POST', '/api/v1/scans/url', body, headers)
    expect([answer.status, answer.json.error?.code]).toEqual([status, code])
  })

  it.each([
    ['compress', '{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['zstd', 'not zstd', 400, 'INVALID_REQUEST'],
    ['gzip', 'not gzip', 400, 'INVALID_REQUEST'],
    ['gzip', gzipSync('x'.repeat(5_000_000)), 413, 'BODY_TOO_LARGE'],
  ] as const)('answers a body in %s clearly', async (encoding, body, status, code) => {
    const answer = await rawRequest(
      `${api.address}/api/v1/scans/url`,
      { 'x-api-key': alice.key, 'content-type': 'application/json', 'content-encoding': encoding },
      body,
    )
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(answer).toContain(`"code":"${code}"`)
  })
})

describe('keys', () => {
  it.each([
    ['none', {}],
    ['a malformed one', { authorization: 'Bearer nonsense' }],
    ['an unknown one', { 'x-api-key': `mcp_aaaaaaaa_${'a'.repeat(32)}` }],
    ['another scheme', { authorization: 'Basic YTpi' }],
    [
      'two different ones',
      { authorization: `Bearer mcp_aaaaaaaa_${'a'.repeat(32)}`, 'x-api-key': `mcp_bbbbbbbb_${'a'.repeat(32)}` },
    ],
  ])('are needed: %s is 401, for real and invented ids alike', async (_what, headers) => {
    const real = await submit()
    for (const path of [
      `/api/v1/scans/${real}`,
      `/api/v1/scans/${unknownId}`,
      `/api/v1/scans/${real}/vulnerabilities`,
    ]) {
      const {
        status,
        json,
        headers: answered,
      } = await api.anonymous('GET', path, undefined, headers as Record<string, string>)
      expect([status, json.error.code]).toEqual([401, 'UNAUTHORIZED'])
      expect(answered.get('www-authenticate')).toContain('Bearer')
    }
    expect(
      (await api.anonymous('POST', '/api/v1/scans/url', 'not even json', headers as Record<string, string>)).status,
    ).toBe(401)
  })

  it('work in both headers', async () => {
    const scanId = await submit()
    expect(
      (await api.anonymous('GET', `/api/v1/scans/${scanId}`, undefined, { authorization: `Bearer ${alice.key}` }))
        .status,
    ).toBe(200)
    expect((await api.anonymous('GET', `/api/v1/scans/${scanId}`, undefined, { 'x-api-key': alice.key })).status).toBe(
      200,
    )
  })

  it('with another secret part are 401', async () => {
    const wrong = alice.key.slice(0, -1) + (alice.key.endsWith('a') ? 'b' : 'a')
    expect((await api.anonymous('GET', `/api/v1/scans/${unknownId}`, undefined, { 'x-api-key': wrong })).status).toBe(
      401,
    )
  })

  it('stop to work when they expire or are revoked', async () => {
    const carol = await api.account('carol')
    const path = `/api/v1/scans/${unknownId}`
    expect((await carol.call('GET', path)).status).toBe(404)
    await api.sql`update api_keys set expires_at = now() - interval '1 second' where account_id = ${carol.accountId}`
    await expect.poll(async () => (await carol.call('GET', path)).status, { timeout: 10_000 }).toBe(401)
    await api.sql`update api_keys set expires_at = null, revoked_at = null where account_id = ${carol.accountId}`
    await expect.poll(async () => (await carol.call('GET', path)).status, { timeout: 10_000 }).toBe(404)
    await api.sql`update api_keys set revoked_at = now() where account_id = ${carol.accountId}`
    await expect.poll(async () => (await carol.call('GET', path)).status, { timeout: 10_000 }).toBe(401)
  })

  it('without the permission are 403, naming it', async () => {
    const { status, json } = await reader.call('POST', '/api/v1/scans/url', { url: page })
    expect([status, json.error.code]).toEqual([403, 'FORBIDDEN'])
    expect(json.error.message).toContain('scans:write')
  })

  it('are not in the database in clear', async () => {
    const rows = await api.sql`select k::text from api_keys k`
    expect(JSON.stringify(rows)).not.toContain(alice.key.slice(13))
  })
})

describe('GET /api/v1/scans/:scanId', () => {
  it('tells a waiting scan with its place in the queue', async () => {
    const { status, json, headers } = await alice.call('GET', `/api/v1/scans/${await submit()}`)
    expect(status).toBe(200)
    expect(json.data).toMatchObject({
      status: 'pending',
      url: page,
      cached: false,
      progress: { stage: 'queued', percent: 0, queuePosition: expect.any(Number) },
    })
    expect(json.data).not.toHaveProperty('results')
    expect(headers.get('retry-after')).toBe('5')
  })

  it('tells a completed scan with results, verdict and coverage', async () => {
    const { json } = await alice.call('GET', `/api/v1/scans/${await completedScan({ critical: 1, low: 2 })}`)
    expect(json.data).toMatchObject({
      status: 'completed',
      verdict: 'fail',
      results: { securityScore: 54, grade: 'D', partial: false, vulnerabilities: { critical: 1, low: 2, total: 3 } },
      source: { revision: '0.5.1' },
      coverage: { isolation: 'in-process' },
    })
  })

  it('tells a failed scan with code and message', async () => {
    const scanId = await submit()
    await failScan(api.db, scanId, {
      errorCode: 'SOURCE_NOT_FOUND',
      errorMessage: 'There is no package of that name.',
      verdict: 'error',
      completedAt: new Date(),
    })
    const { json } = await alice.call('GET', `/api/v1/scans/${scanId}`)
    expect(json.data).toMatchObject({
      status: 'failed',
      verdict: 'error',
      error: { code: 'SOURCE_NOT_FOUND', message: 'There is no package of that name.' },
    })
  })

  it('answers another account’s scan like one that does not exist', async () => {
    const scanId = await completedScan({ critical: 0, low: 1 })
    for (const path of ['', '/vulnerabilities']) {
      const theirs = await bob.call('GET', `/api/v1/scans/${scanId}${path}`)
      const invented = await bob.call('GET', `/api/v1/scans/${unknownId}${path}`)
      expect(theirs.status).toBe(404)
      expect({ ...theirs.json, meta: undefined }).toEqual({ ...invented.json, meta: undefined })
    }
  })

  it.each(['scan_', 'x', 'scan_%00', "scan_' or 1=1 --", 'a'.repeat(90), `scan_${'a'.repeat(3_000)}`])(
    'answers the id %j with 404',
    async (id) => {
      expect((await alice.call('GET', `/api/v1/scans/${encodeURIComponent(id)}`)).status).toBe(404)
    },
  )
})

describe('GET /api/v1/scans/:scanId/vulnerabilities', () => {
  it('is 409 while the scan is unfinished, and for a failed one, never an empty list', async () => {
    const scanId = await submit()
    const waiting = await alice.call('GET', `/api/v1/scans/${scanId}/vulnerabilities`)
    expect([waiting.status, waiting.json.error.code, waiting.headers.get('retry-after')]).toEqual([
      409,
      'NOT_READY',
      '5',
    ])
    await failScan(api.db, scanId, {
      errorCode: 'SOURCE_NOT_FOUND',
      errorMessage: 'gone',
      verdict: 'error',
      completedAt: new Date(),
    })
    const failed = await alice.call('GET', `/api/v1/scans/${scanId}/vulnerabilities`)
    expect([failed.status, failed.json.error.code]).toEqual([409, 'CONFLICT'])
  })

  it('lists worst first, in pages whose totals agree with the counts', async () => {
    const scanId = await completedScan({ critical: 3, low: 60 })
    const path = `/api/v1/scans/${scanId}/vulnerabilities`
    const first = await alice.call('GET', path)
    const second = await alice.call('GET', `${path}?page=2`)
    const vulnerabilities = [first, second].flatMap(
      ({ json }) => json.data.vulnerabilities as { id: string; severity: string }[],
    )
    expect(first.json.data.pagination).toEqual({ page: 1, limit: 50, total: 63, totalPages: 2 })
    expect(vulnerabilities.map(({ severity }) => severity)).toEqual([
      ...Array(3).fill('critical'),
      ...Array(60).fill('low'),
    ])
    expect(new Set(vulnerabilities.map(({ id }) => id)).size).toBe(63)
    expect(first.headers.get('link')).toBe(
      [
        `<https://assay.example${path}?page=1&limit=50>; rel="first"`,
        `<https://assay.example${path}?page=2&limit=50>; rel="next"`,
        `<https://assay.example${path}?page=2&limit=50>; rel="last"`,
      ].join(', '),
    )
    const beyond = await alice.call('GET', `${path}?page=999`)
    expect([beyond.status, beyond.json.data.vulnerabilities]).toEqual([200, []])
  })

  it('filters by severity, category and state', async () => {
    const path = `/api/v1/scans/${await completedScan({ critical: 2, low: 3 })}/vulnerabilities`
    const total = async (query: string) =>
      ((await alice.call('GET', `${path}?${query}`)).json.data.pagination as { total: number }).total
    expect(await total('severity=critical')).toBe(2)
    expect(await total('category=dependency')).toBe(3)
    expect(await total('severity=critical&category=dependency')).toBe(0)
    expect(await total('state=new')).toBe(5)
    expect(await total('state=fixed')).toBe(0)
  })

  it.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=1.5',
    'page=99999999999999999999',
    'limit=0',
    'limit=101',
    'severity=severe',
    'category=x',
    'state=open',
    'colour=red',
    'page=1&page=2',
    'severity=',
  ])('refuses %s by name', async (query) => {
    const path = `/api/v1/scans/${await completedScan({ critical: 0, low: 1 })}/vulnerabilities`
    const { status, json } = await alice.call('GET', `${path}?${query}`)
    expect(status).toBe(400)
    expect(json.error.details[0]?.path).toBe(`query.${query.split('=')[0]}`)
  })
})

describe('everything else', () => {
  it.each([
    ['GET', '/api', 404],
    ['GET', '/api/v1', 404],
    ['GET', '/api/v2/scans/url', 404],
    ['GET', '/api/v1/scans/url', 405],
    ['GET', '/api/v1/scans/%E0%A4%A', 400],
    ['GET', `/api/v1/scans/${unknownId}/nothing`, 404],
  ])('%s %s is %i with an error body', async (method, path, status) => {
    const answer = await alice.call(method, path)
    expect(answer.status).toBe(status)
    expect(answer.json).toMatchObject({
      success: false,
      error: { code: expect.any(String), message: expect.any(String), details: expect.any(Array) },
      meta: { requestId: expect.stringMatching(/^req_/) },
    })
  })

  it('tells which methods a path takes', async () => {
    const answer = await alice.call('DELETE', '/api/v1/scans/url')
    expect([answer.status, answer.json.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED'])
    expect(answer.headers.get('allow')).toContain('POST')
  })

  it('documents every error behind docUrl', async () => {
    const { status, text } = await api.anonymous('GET', '/docs/errors')
    expect(status).toBe(200)
    for (const code of Object.keys(apiErrors)) expect(text).toContain(`## ${code}`)
  })

  it('never tells which software answers', async () => {
    expect((await alice.call('GET', '/')).headers.get('x-powered-by')).toBeNull()
  })
})
