import { randomUUID } from 'node:crypto'
import { sql as drizzleSql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Database } from '../../../../src/service/db/client.ts'
import { insertGithubCheck } from '../../../../src/service/db/github/checks.ts'
import { insertComparison } from '../../../../src/service/db/github/comparisons.ts'
import { upsertGithubRepositories } from '../../../../src/service/db/github/repositories.ts'
import { listRepositoryOverviews } from '../../../../src/service/db/github/repository-overview.ts'
import { testApi } from '../../../support/test-api.ts'
import { storeScan } from '../../registry/entered-scan.ts'

const api = await testApi()
const { db, sql } = api
const host = 'github.com'
const repositories = 120
const commits = 40

it('reads a page of repositories by index only, however many others are stored', async () => {
  const { accountId } = await api.account('owner')
  const installationId = 1
  await upsertGithubRepositories(
    db,
    Array.from({ length: repositories }, (_, index) => ({
      host,
      repositoryId: index + 1,
      accountId,
      installationId: index < 100 ? installationId : 2,
      ownerLogin: 'acme',
      name: `repository-${index}`,
      isPrivate: true,
      defaultBranch: 'main',
    })),
  )
  const scanId = await storeScan(db, accountId, {
    source: { type: 'git', canonicalUrl: 'https://github.com/acme/one', revision: 'c0ffee' },
    githubRepositoryId: 1,
  })
  const now = new Date()
  const row = { host, repositoryId: 1, baseRef: 'main', cause: 'push', state: 'completed' } as const
  const checkId = randomUUID()
  await insertGithubCheck(db, { ...row, id: checkId, headSha: 'a'.repeat(40), createdAt: now, changedAt: now })
  const comparison = { ...row, checkId, key: 'push', headScanId: scanId, lifecycle: 'open' } as const
  await insertComparison(db, { ...comparison, id: randomUUID(), toldAt: now, startedAt: now })
  // Each repository gets scans and comparisons like these. Half of them belong to open pull requests.
  await sql`insert into scans select (jsonb_populate_record(scan, jsonb_build_object('id', 'scan_' || repository || '_'
    || number, 'github_repository_id', repository, 'target', scan.target || jsonb_build_object('ref', number)))).*
    from scans scan, generate_series(1, ${repositories}::int) repository, generate_series(1, ${commits}::int) number
    where scan.id = ${scanId}`
  await sql`insert into github_comparisons select (jsonb_populate_record(compared, jsonb_build_object(
    'id', gen_random_uuid(), 'key', repository || ':' || number, 'repository_id', repository,
    'head_scan_id', 'scan_' || repository || '_' || number, 'pull_number', case when number % 2 = 0 then number end,
    'cause', case when number % 2 = 0 then 'pull_request' else 'push' end))).*
    from github_comparisons compared, generate_series(1, ${repositories}::int) repository,
    generate_series(1, ${commits}::int) number`
  await sql`analyze`

  const place = { host, installationId, accountId }
  const page = { limit: 20, offset: 40 }
  const shown = await listRepositoryOverviews(db, place, undefined, page)
  expect(shown.total).toBe(100)
  expect(shown.repositories.map(({ graded, pulls, openPulls }) => [graded.length, pulls.length, openPulls])).toEqual(
    Array.from({ length: 20 }, () => [12, 5, commits / 2]),
  )
  expect((await listRepositoryOverviews(db, place, [3, 4, 110], page)).total).toBe(2)

  const plans: string[] = []
  const explaining = new Proxy(db, {
    get(target, property) {
      if (property !== 'execute') return Reflect.get(target, property)
      return async (query: Parameters<Database['execute']>[0]) => {
        const plan = await target.execute<{ 'QUERY PLAN': string }>(
          drizzleSql`explain (analyze, costs off, timing off) ${query}`,
        )
        plans.push(...plan.map((line) => line['QUERY PLAN']))
        return []
      }
    },
  })
  await listRepositoryOverviews(explaining, place, undefined, page)
  expect(plans.length).toBeGreaterThan(10)
  expect(
    plans.filter((line) => /Seq Scan on (?:scans|github_comparisons)/.test(line)),
    plans.join('\n'),
  ).toEqual([])
  // Rows that the statement reads and discards for a repository.
  const removed = plans.map((line) => Number(/Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0))
  expect(Math.max(...removed), plans.join('\n')).toBeLessThanOrEqual(commits + 1)
})
