import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { listServerIds } from '../../../src/service/db/registry/lists.ts'
import { registryServers } from '../../../src/service/db/registry/servers-schema.ts'
import {
  countUnfoldedTallies,
  findWrongTallies,
  foldTallies,
} from '../../../src/service/db/registry/statistics-upkeep.ts'
import { readStatistics } from '../../../src/service/db/registry/statistics.ts'
import { testApi } from '../../support/test-api.ts'
import { insertServers, serverRow } from './catalogue-rows.ts'

const api = await testApi()
const { db } = api

const languages = ['typescript', 'python', '']
const statuses = ['active', 'active', 'active', 'archived', 'deprecated'] as const

/** Enough servers for several pages, with every kind of filter and ties in every order. */
const made = Array.from({ length: 150 }, (_, index) =>
  serverRow(`Server ${String.fromCharCode(97 + (index % 7))}`, {
    id: `00000000-0000-4000-8000-${String((index * 37) % 150).padStart(12, '0')}`,
    slug: `npm-made-${index}`,
    category: index % 3 === 0 ? 'databases' : 'other',
    language: languages[index % languages.length] ?? '',
    sourceType: index % 4 === 0 ? 'pypi' : 'npm',
    status: statuses[index % statuses.length] ?? 'active',
    securityScore: index % 11 === 0 ? null : (index * 13) % 101,
    critical: index % 2,
    low: index % 5,
    createdAt: new Date(Date.UTC(2026, 0, 1 + (index % 9))),
  }),
)
await insertServers(db, made)
await insertServers(db, [
  serverRow('of nobody', { hiddenAt: new Date(), slug: 'npm-hidden' }),
  serverRow('Was alone', { slug: 'npm-merged', mergedInto: made[5]?.id }),
])

const keyOf = {
  name: (row: (typeof made)[number]) => row.name.toLowerCase(),
  score: (row: (typeof made)[number]) => row.securityScore ?? -1,
  created: (row: (typeof made)[number]) => row.createdAt?.getTime() ?? 0,
}

function expected(
  sort: keyof typeof keyOf,
  order: 'asc' | 'desc',
  keep: (row: (typeof made)[number]) => boolean = () => true,
): string[] {
  const sign = order === 'asc' ? 1 : -1
  const rows = made.filter(keep).toSorted((a, b) => {
    const [left, right] = [keyOf[sort](a), keyOf[sort](b)]
    return sign * (left < right ? -1 : left > right ? 1 : a.id < b.id ? -1 : 1)
  })
  return rows.map(({ id }) => id)
}

describe('GET /api/v1/servers', () => {
  it('has every server once over all pages, in every order, from both ends of the list', async () => {
    for (const sort of ['name', 'score', 'created'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const ids: string[] = []
        for (let offset = 0; offset < 160; offset += 7)
          ids.push(...(await listServerIds(db, {}, { sort, order }, { limit: 7, offset })).ids)
        expect(ids, `${sort} ${order}`).toEqual(expected(sort, order))
      }
    }
  })

  it('filters by all that it has filters for, alone and together, with totals that agree', async () => {
    const filters: [string, (row: (typeof made)[number]) => boolean][] = [
      ['category=databases', (row) => row.category === 'databases'],
      ['grade=A%2B', (row) => row.grade === 'A+'],
      ['sourceType=pypi', (row) => row.sourceType === 'pypi'],
      ['language=python', (row) => row.language === 'python'],
      ['status=archived', (row) => row.status === 'archived'],
      [
        'status=active&category=databases&sourceType=npm&language=typescript',
        (row) =>
          row.status === 'active' &&
          row.category === 'databases' &&
          row.sourceType === 'npm' &&
          row.language === 'typescript',
      ],
    ]
    for (const [query, keep] of filters) {
      for (const [sort, order] of [
        ['score', 'desc'],
        ['name', 'asc'],
        ['created', 'desc'],
      ] as const) {
        const { status, json } = await api.anonymous(
          'GET',
          `/api/v1/servers?${query}&sort=${sort}&order=${order}&limit=100`,
        )
        expect(status, query).toBe(200)
        const wanted = expected(sort, order, keep)
        expect(
          (json.data['servers'] as { id: string }[]).map(({ id }) => id),
          `${query} ${sort}`,
        ).toEqual(wanted)
        expect(json.data['pagination'], query).toEqual({
          page: 1,
          limit: 100,
          total: wanted.length,
          totalPages: Math.ceil(wanted.length / 100),
          totalRelation: 'exact',
        })
      }
    }
  })

  it('begins with the best score, twenty a page, and links to its neighbours', async () => {
    const { json, headers } = await api.anonymous('GET', '/api/v1/servers?page=2')
    expect((json.data['servers'] as { id: string }[]).map(({ id }) => id)).toEqual(
      expected('score', 'desc').slice(20, 40),
    )
    expect(json.data['pagination']).toMatchObject({ page: 2, limit: 20, total: 150, totalPages: 8 })
    expect(headers.get('link')).toContain(
      '<https://assay.example/api/v1/servers?page=3&limit=20&sort=score&order=desc>; rel="next"',
    )
  })

  it('answers a page past the end with none, and what is wrong with what is wrong', async () => {
    expect((await api.anonymous('GET', '/api/v1/servers?page=1000')).json.data).toMatchObject({
      servers: [],
      pagination: { page: 1000, total: 150 },
    })
    const { status, json } = await api.anonymous(
      'GET',
      '/api/v1/servers?page=0&limit=101&sort=stars&order=up&grade=E&status=gone&colour=red',
    )
    expect(status).toBe(400)
    expect(json.error.details.map(({ path }) => path).sort()).toEqual([
      'query.colour',
      'query.grade',
      'query.limit',
      'query.order',
      'query.page',
      'query.sort',
      'query.status',
    ])
  })

  it('shows a server without a scan with every field, and says that nothing was measured', async () => {
    const { json } = await api.anonymous('GET', '/api/v1/servers?sort=score&order=asc&limit=1')
    expect(json.data['servers']).toEqual([
      expect.objectContaining({
        securityScore: 0,
        grade: '',
        measured: false,
        lastScannedAt: '',
        repositoryUrl: '',
        npmPackage: '',
        description: '',
        vulnerabilities: { critical: expect.any(Number), high: 0, medium: 0, low: expect.any(Number), info: 0 },
        qualityMetrics: {
          maintenance: 0,
          popularity: 0,
          documentation: 0,
          compatibility: 0,
          measured: { maintenance: false, popularity: false, documentation: false, compatibility: false },
        },
      }),
    ])
  })
})

describe('the counts that are kept', () => {
  it(
    'are what counting gives after servers were added, moved, hidden, merged, shown again and removed, folded ' +
      'or not',
    async () => {
      expect(await findWrongTallies(db)).toEqual([])
      const rows = Array.from({ length: 30 }, (_, index) =>
        serverRow(`passing ${index}`, { securityScore: index, high: 2 }),
      )
      await insertServers(db, rows)
      const of = (index: number) => eq(registryServers.id, rows[index]?.id ?? '')
      await db.update(registryServers).set({ securityScore: 90, grade: 'A', category: 'web', critical: 3 }).where(of(0))
      await db.update(registryServers).set({ stars: 5 }).where(of(1))
      await db.update(registryServers).set({ hiddenAt: new Date() }).where(of(2))
      await db
        .update(registryServers)
        .set({ mergedInto: rows[0]?.id ?? '' })
        .where(of(3))
      await db.execute(
        sql`insert into registry_history (server_id, number, scan_id, scanned_at, security_score, grade,
          vulnerabilities, version, cause, method)
          select id, number, 'scan_' || number, now(), 50, 'D', '{}', '1', 'code', '1'
          from registry_servers, generate_series(1, 3) number where name like 'passing%'`,
      )
      expect(await findWrongTallies(db)).toEqual([])
      expect(await countUnfoldedTallies(db)).toBeGreaterThan(0)
      const before = await readStatistics(db)
      await Promise.all([
        foldTallies(db),
        foldTallies(db),
        db.update(registryServers).set({ hiddenAt: null }).where(of(2)),
      ])
      expect(await findWrongTallies(db)).toEqual([])
      await db.update(registryServers).set({ hiddenAt: new Date() }).where(of(2))
      await foldTallies(db)
      expect(await countUnfoldedTallies(db)).toBe(0)
      expect(await readStatistics(db)).toEqual(before)
      expect(before).toMatchObject({ servers: 178, scans: 84 })
      await db.delete(registryServers).where(sql`name like 'passing%'`)
      expect(await findWrongTallies(db)).toEqual([])
      expect((await readStatistics(db)).servers).toBe(150)
    },
  )

  it('are wrong after a manual change, which is detected', async () => {
    const add = (servers: number) =>
      db.execute(
        sql`insert into registry_tallies values ('databases', 'B', 'npm', 'typescript', 'active', ${servers}, 0, 0, 0,
          0, 0, 0)`,
      )
    await add(1)
    expect(await findWrongTallies(db)).toEqual([
      expect.stringMatching(/^databases\/B\/npm\/typescript\/active: kept \(\d+,.*\), counted \(\d+,.*\)$/),
    ])
    await add(-1)
    expect(await findWrongTallies(db)).toEqual([])
  })

  it('make the statistics', async () => {
    const { status, json } = await api.anonymous('GET', '/api/v1/servers/stats')
    expect(status).toBe(200)
    const scores = made
      .flatMap(({ securityScore }) => (typeof securityScore === 'number' ? [securityScore] : []))
      .toSorted((a, b) => a - b)
    const middle =
      ((scores[Math.floor((scores.length - 1) / 2)] ?? 0) + (scores[Math.floor(scores.length / 2)] ?? 0)) / 2
    expect(json.data).toMatchObject({
      totalServers: 150,
      totalScans: 0,
      medianScore: middle,
      averageScore: Math.round((scores.reduce((sum, score) => sum + score, 0) / scores.length) * 10) / 10,
      servers: {
        byCategory: { databases: 50, other: 100 },
        bySourceType: { npm: 112, pypi: 38 },
        byLanguage: { typescript: 50, python: 50, unknown: 50 },
      },
      vulnerabilities: { critical: 75, high: 0, medium: 0, low: 300, info: 0, total: 375 },
    })
    expect((json.data['servers'] as { byGrade: Record<string, number> }).byGrade['unknown']).toBe(150 - scores.length)
  })
})
