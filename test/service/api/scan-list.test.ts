import { describe, expect, it } from 'vitest'
import { failScan } from '../../../src/service/db/scans/scans.ts'
import { scanQueueLimits } from '../../../src/service/scans/scan-queue-limits.ts'
import { estimateCompletion } from '../../../src/service/scans/estimate-completion.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const alice = await api.account('alice')
const bob = await api.account('bob')
const submit = async (url: string) => String((await alice.call('POST', '/api/v1/scans/url', { url })).json.data.scanId)
const list = async (query: string, { call } = alice) => {
  const { status, json, headers, text } = await call('GET', `/api/v1/scans${query}`)
  expect(status, text).toBe(200)
  const { scans, pagination } = json.data as {
    scans: { scanId: string; [field: string]: unknown }[]
    pagination: unknown
  }
  return { ids: scans.map(({ scanId }) => scanId), scans, pagination, link: headers.get('link') }
}

const npm = await submit('https://www.npmjs.com/package/a')
const pypi = await submit('https://pypi.org/project/b/')
const git = await submit('https://github.com/owner/project')
const failed = await submit('https://www.npmjs.com/package/gone')
await failScan(api.db, failed, {
  errorCode: 'SOURCE_NOT_FOUND',
  errorMessage: 'There is no package of that name.',
  verdict: 'error',
  completedAt: new Date(),
})
await api.sql`update scans set canonical_url = 'https://www.npmjs.com/package/a' where id = ${npm}`

describe('GET /api/v1/scans', () => {
  it('lists the account’s scans, newest first, in pages with links', async () => {
    const all = await list('')
    expect(all.ids).toEqual([failed, git, pypi, npm])
    expect(all.pagination).toEqual({ page: 1, limit: 20, total: 4, totalPages: 1 })
    expect(all.link).toBeNull()
    const second = await list('?limit=3&page=2')
    expect([second.ids, second.pagination]).toEqual([[npm], { page: 2, limit: 3, total: 4, totalPages: 2 }])
    expect(second.link).toBe(
      '<https://assay.example/api/v1/scans?page=1&limit=3>; rel="first", ' +
        '<https://assay.example/api/v1/scans?page=1&limit=3>; rel="prev", ' +
        '<https://assay.example/api/v1/scans?page=2&limit=3>; rel="last"',
    )
    expect((await list('?page=9')).ids).toEqual([])
  })

  it('shows what matters of each', async () => {
    const { scans } = await list('')
    expect(scans[0]).toMatchObject({
      scanId: failed,
      status: 'failed',
      sourceType: 'npm',
      url: 'https://www.npmjs.com/package/gone',
      cached: false,
      verdict: 'error',
      error: { code: 'SOURCE_NOT_FOUND' },
    })
    expect(scans[1]).toMatchObject({ scanId: git, status: 'pending', sourceType: 'git' })
    expect(Date.parse(String(scans[1]?.['estimatedCompletionTime']))).toBeGreaterThan(Date.now())
  })

  it('keeps its order where scans were submitted in the same moment', async () => {
    const at = '2026-01-01T00:00:00Z'
    for (let index = 0; index < 30; index += 1) await submit('https://www.npmjs.com/package/same')
    await api.sql`update scans set created_at = ${at} where url like '%/same'`
    const pages = await Promise.all(
      [1, 2, 3].map((page) => list(`?url=https://www.npmjs.com/package/same&limit=10&page=${page}`)),
    )
    expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(30)
    await api.sql`delete from scans where url like '%/same'`
  })

  it.each([
    ['status=failed', () => [failed]],
    ['status=pending', () => [git, pypi, npm]],
    ['sourceType=npm', () => [failed, npm]],
    ['sourceType=pypi&status=pending', () => [pypi]],
    ['url=https://github.com/owner/project', () => [git]],
    ['url=https://github.com/owner', () => []],
    ['canonicalUrl=https://www.npmjs.com/package/a', () => [npm]],
  ])('filters by %s', async (query, expected) => {
    expect((await list(`?${query}`)).ids).toEqual(expected())
  })

  it.each([
    'status=done',
    'sourceType=folder',
    'sourceType=svn',
    'url=',
    'url=%00',
    `url=${'x'.repeat(2_049)}`,
    'canonicalUrl=',
    'limit=101',
    'colour=red',
    'status=failed&status=pending',
  ])('refuses %s by name', async (query) => {
    const { status, json } = await alice.call('GET', `/api/v1/scans?${query}`)
    expect([status, json.error.details[0]?.path]).toEqual([400, `query.${query.split('=')[0]}`])
  })

  it('shows nothing of another account', async () => {
    expect(await list('', bob)).toMatchObject({ ids: [], pagination: { total: 0, totalPages: 0 } })
    expect(await list('?canonicalUrl=https://www.npmjs.com/package/a', bob)).toMatchObject({ ids: [] })
    expect((await api.anonymous('GET', '/api/v1/scans')).status).toBe(401)
  })
})

describe('a submission when too many scans wait', () => {
  /** Inserts waiting scans, as if they had been submitted. */
  const fill = (accountId: string, number: number) => api.sql`
    insert into scans (id, account_id, status, url, target, source_type, fail_on, stage, percent,
    estimated_completion_at)
    select 'scan_filled' || ${accountId} || n, ${accountId}, 'pending', 'https://www.npmjs.com/package/x', '{}', 'npm',
    'high', 'queued', 0, now() from generate_series(1, ${number}::int) n`
  const submission = ({ call }: typeof alice) =>
    call('POST', '/api/v1/scans/url', { url: 'https://www.npmjs.com/package/x' })

  it('is 503 with Retry-After for the account that has them, and for all when the queue is full', async () => {
    const greedy = await api.account('greedy')
    await fill(greedy.accountId, scanQueueLimits.maxScansPerAccount - 1)
    expect((await submission(greedy)).status).toBe(202)
    const refused = await submission(greedy)
    expect([refused.status, refused.json.error.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'OVERLOADED',
      '30',
    ])
    expect((await submission(bob)).status).toBe(202)
    const crowd = await api.account('crowd')
    await fill(crowd.accountId, scanQueueLimits.maxScans)
    const { status, json } = await submission(bob)
    expect([status, json.error.message]).toEqual([503, expect.stringContaining('The scan queue is full')])
    await api.sql`delete from scans where id like 'scan_filled%'`
    expect((await submission(greedy)).status).toBe(202)
  })
})

describe('the estimate', () => {
  it('counts what waits before, each at the measured duration of its kind, without reused results', async () => {
    await api.sql`delete from scans`
    const from = new Date('2026-01-01T00:00:00Z')
    const estimate = async (sourceType: 'npm' | 'git') =>
      (await estimateCompletion(api.db, { accountId: alice.accountId, sourceType, from })).getTime() - from.getTime()
    const done = (sourceType: string, seconds: number, cached: boolean) => api.sql`
      insert into scans (id, account_id, status, url, target, source_type, fail_on, stage, percent,
      estimated_completion_at, started_at, completed_at, cached)
      values (${`scan_${sourceType}${seconds}`}, ${alice.accountId}, 'completed', 'x', '{}', ${sourceType}, 'high',
      'finished', 100, now(), ${from.toISOString()}, ${new Date(from.getTime() + seconds * 1_000).toISOString()},
      ${cached})`
    await done('npm', 4, false)
    await done('git', 30, false)
    await done('npm', 1, true)
    expect([await estimate('npm'), await estimate('git')]).toEqual([4_000, 30_000])
    await submit('https://github.com/owner/one')
    await submit('https://github.com/owner/two')
    // Two repositories in parallel, then the package.
    expect(await estimate('npm')).toBe(34_000)
  })
})
