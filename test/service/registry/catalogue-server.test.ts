import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  registryFindings,
  registryHistory,
  registryRevisions,
  registrySources,
} from '../../../src/service/db/registry/servers-schema.ts'
import { registryClaims } from '../../../src/service/db/registry/trust-schema.ts'
import { severities } from '../../../src/engine/model/severity.ts'
import { storedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'
import { insertServers, serverRow } from './catalogue-rows.ts'

const api = await testApi()
const { db } = api
const maintainer = await api.account('maintainer')
const somebody = await api.account('somebody')

const full = serverRow('@scope/full', {
  slug: 'npm-scope-full',
  description: 'Does it all',
  category: 'databases',
  npmPackage: '@scope/full',
  repositoryUrl: 'https://github.com/scope/full',
  securityScore: 54,
  grade: 'D',
  critical: 1,
  high: 1,
  low: 2,
  suppressed: 1,
  maintenance: 70.04,
  popularity: 50,
  documentation: 90,
  quality: 71.2,
  stars: 12,
  downloads: 3_400,
  toolsHash: 'aa',
})
const other = serverRow('other', { slug: 'npm-other', securityScore: 97, grade: 'A+', stars: 900 })
const bare = serverRow('bare', { slug: 'npm-bare', securityScore: null, language: '' })
const elder = serverRow('elder', { slug: 'github-owner-elder', sourceType: 'git' })
const joined = serverRow('joined', { slug: 'npm-joined', mergedInto: elder.id })
const joinedEarlier = serverRow('earlier', { slug: 'npm-joined-earlier', mergedInto: joined.id })
const hidden = serverRow('hidden', { slug: 'github-owner-hidden', hiddenAt: new Date() })
const joinedToHidden = serverRow('lost', { slug: 'npm-lost', mergedInto: hidden.id })
await insertServers(db, [full, other, bare, elder, joined, joinedEarlier, hidden, joinedToHidden])
const joinedBy = {
  package: { type: 'npm' as const, name: '@scope/full', revision: '1.0.0', says: 'Its manifest names the repository.' },
  repository: {
    url: 'https://github.com/scope/full',
    revision: 'a'.repeat(40),
    manifest: 'package.json',
    says: 'It has the name.',
  },
}
const fullSource = randomUUID()
await db.insert(registrySources).values([
  {
    id: fullSource,
    serverId: full.id,
    type: 'npm',
    canonicalUrl: 'https://www.npmjs.com/package/@scope/full',
    name: '@scope/full',
    declares: sql`'{}'::jsonb`,
    currentRevision: '1.0.0',
    createdAt: new Date('2026-01-01T00:00:00Z'),
  },
  {
    id: randomUUID(),
    serverId: full.id,
    type: 'git',
    canonicalUrl: 'https://github.com/scope/full',
    name: 'scope/full',
    declares: sql`'{}'::jsonb`,
    joinedAt: new Date('2026-02-01T00:00:00Z'),
    joinedBy,
    createdAt: new Date('2026-01-02T00:00:00Z'),
  },
])
await db.insert(registryRevisions).values({
  sourceId: fullSource,
  revision: '1.0.0',
  scanId: 'scan_1',
  scannedAt: new Date('2026-05-01T10:00:00Z'),
  digest: 'sha512-AAAA',
  scoreBasis: [],
  engine: 'engine-1',
  advisoryDate: {},
  results: {
    securityScore: 54,
    grade: 'D',
    vulnerabilities: { critical: 1, high: 1, medium: 0, low: 2, info: 0, total: 4 },
    partial: false,
    method: '1',
  },
  scope: {
    scannerVersion: '0.1.0',
    scope: { detectors: [], files: 1, bytes: 1, components: 1, undecidedAdvisories: 0 },
  },
})
await db.insert(registryClaims).values({
  id: randomUUID(),
  serverId: full.id,
  accountId: maintainer.accountId,
  method: 'file',
  token: 'token',
  verifiedAt: new Date(),
  createdAt: new Date(),
})
const firstSeenAt = new Date()
const location = { path: 'src/run.ts', startLine: 3, snippet: 'exec(arguments)' }
const findings = [
  storedFinding({
    severity: 'critical',
    category: 'code',
    title: 'Told in full',
    location,
    trace: [{ path: 'src/run.ts', line: 3, message: 'reaches' }],
  }),
  storedFinding({ severity: 'high', category: 'secret', title: 'A key', location }),
  storedFinding({ severity: 'low', category: 'configuration', title: 'Harmless', location }),
  storedFinding({
    severity: 'low',
    category: 'code',
    title: 'Set aside',
    state: 'suppressed',
    suppression: { reason: 'ours', by: 'the project' },
  }),
]
await db.insert(registryFindings).values(
  findings.map((finding, ordinal) => ({
    serverId: full.id,
    ordinal,
    severity: finding.severity,
    category: finding.category,
    fingerprint: finding.fingerprint,
    firstSeenAt,
    document: finding,
  })),
)
const counts = { critical: 0, high: 0, medium: 0, low: 1, info: 0, total: 1 }
await db.insert(registryHistory).values(
  Array.from({ length: 12 }, (_, index) => ({
    serverId: full.id,
    number: index + 1,
    scanId: `scan_${index + 1}`,
    scannedAt: new Date(Date.UTC(2026, index)),
    securityScore: 50 + index,
    grade: 'D' as const,
    vulnerabilities: counts,
    version: `1.${index}.0`,
    cause: index % 2 ? ('advisory' as const) : ('code' as const),
    method: '1',
    advisories: index % 2 ? ['GHSA-x'] : [],
  })),
)

const get = async (path: string) => api.anonymous('GET', path)

describe('GET /api/v1/servers/:idOrSlug', () => {
  it('has every field, by slug and by id', async () => {
    const bySlug = await get('/api/v1/servers/npm-scope-full')
    expect(bySlug.status).toBe(200)
    expect(bySlug.json.meta).toEqual({ requestId: expect.any(String), timestamp: expect.any(String) })
    expect((await get(`/api/v1/servers/${full.id}`)).json.data).toEqual(bySlug.json.data)
    expect(bySlug.json.data).toEqual({
      id: full.id,
      name: '@scope/full',
      slug: 'npm-scope-full',
      sourceType: 'npm',
      description: 'Does it all',
      category: 'databases',
      categories: ['databases'],
      language: 'typescript',
      status: 'active',
      repositoryUrl: 'https://github.com/scope/full',
      npmPackage: '@scope/full',
      pypiPackage: '',
      stars: 12,
      downloads: 3_400,
      measured: { stars: true, downloads: true },
      security: {
        score: 54,
        grade: 'D',
        vulnerabilities: { critical: 1, high: 1, medium: 0, low: 2, info: 0, total: 4 },
        measured: true,
        suppressed: 1,
        version: '1.0.0',
        method: '1',
        scanId: 'scan_1',
      },
      quality: {
        score: 71.2,
        grade: 'B',
        measured: true,
        breakdown: {
          maintenance: 70,
          popularity: 50,
          documentation: 90,
          compatibility: 0,
          measured: { maintenance: true, popularity: true, documentation: true, compatibility: false },
        },
      },
      packages: [
        {
          type: 'npm',
          name: '@scope/full',
          url: 'https://www.npmjs.com/package/@scope/full',
          folder: '',
          revision: '1.0.0',
        },
        {
          type: 'git',
          name: 'scope/full',
          url: 'https://github.com/scope/full',
          folder: '',
          revision: '',
          joinedAt: '2026-02-01T00:00:00.000Z',
          joinedBy,
        },
      ],
      claimed: true,
      lastScannedAt: '2026-05-01T10:00:00.000Z',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      receiptUrl: 'https://assay.example/api/v1/servers/npm-scope-full/receipt',
      badgeUrl: 'https://assay.example/servers/npm-scope-full/badge.svg',
    })
  })

  it('tells what is not known from nothing', async () => {
    expect((await get('/api/v1/servers/npm-bare')).json.data).toMatchObject({
      language: '',
      stars: 0,
      downloads: 0,
      measured: { stars: false, downloads: false },
      security: { score: 0, grade: '', measured: false, version: '' },
      quality: { score: 0, grade: '', measured: false },
      packages: [],
      claimed: false,
      lastScannedAt: '',
      receiptUrl: '',
    })
  })

  it('names a receipt only while there is one: not while a newer revision waits to be scanned', async () => {
    const receiptOf = async () => [
      (await get('/api/v1/servers/npm-scope-full')).json.data.receiptUrl,
      (
        (await api.anonymous('POST', '/api/v1/servers/compare', { servers: ['npm-scope-full'] })).json.data[
          'servers'
        ] as { receiptUrl: string }[]
      )[0]?.receiptUrl,
    ]
    const url = 'https://assay.example/api/v1/servers/npm-scope-full/receipt'
    expect(await receiptOf()).toEqual([url, url])
    await db.update(registrySources).set({ currentRevision: '1.1.0' }).where(eq(registrySources.id, fullSource))
    expect(await receiptOf()).toEqual(['', ''])
    expect((await get('/api/v1/servers/npm-scope-full/receipt')).status).toBe(409)
    await db.update(registrySources).set({ currentRevision: '1.0.0' }).where(eq(registrySources.id, fullSource))
    expect(await receiptOf()).toEqual([url, url])
    expect((await get('/api/v1/servers/npm-other')).json.data).toMatchObject({
      security: { measured: true },
      receiptUrl: '',
    })
  })

  it('leads from what became one with another to the elder, on every path of a server', async () => {
    for (const path of ['', '/vulnerabilities?severity=low', '/history']) {
      for (const slug of ['npm-joined', 'npm-joined-earlier', joined.id]) {
        const response = await fetch(`${api.address}/api/v1/servers/${slug}${path}`, { redirect: 'manual' })
        expect([response.status, response.headers.get('location')], slug).toEqual([
          308,
          `https://assay.example/api/v1/servers/github-owner-elder${path}`,
        ])
      }
    }
  })

  it('returns nothing for hidden servers, servers merged into them, and unknown ones', async () => {
    for (const name of [
      'github-owner-hidden',
      hidden.id,
      'npm-lost',
      'npm-none',
      randomUUID(),
      '%00',
      'x'.repeat(500),
      '..%2F..',
    ]) {
      for (const path of ['', '/vulnerabilities', '/history'])
        expect((await get(`/api/v1/servers/${name}${path}`)).status, name).toBe(
          name === '%00' || name.length > 400 ? 400 : 404,
        )
    }
  })
})

describe('GET /api/v1/servers/:slug/vulnerabilities', () => {
  const path = '/api/v1/servers/npm-scope-full/vulnerabilities'
  const listed = async (call: typeof get) =>
    (await call(path)).json.data['vulnerabilities'] as {
      readonly title: string
      readonly group: string
      readonly severity: string
      readonly location?: object
      readonly trace?: object
      readonly suppression?: object
    }[]

  it('lists worst first, as they are published, with totals that agree with the counts', async () => {
    const { json } = await get(path)
    expect(json.data['pagination']).toEqual({ page: 1, limit: 50, total: 4, totalPages: 1 })
    const shown = await listed(get)
    expect(shown.map(({ severity }) => severity)).toEqual(['critical', 'high', 'low', 'low'])
    expect(shown[0]).not.toHaveProperty('trace')
    expect(shown[0]?.location).toEqual({ path: 'src/run.ts' })
    expect(shown[1]).not.toHaveProperty('location')
    expect(shown[2]?.location).toMatchObject({ startLine: 3 })
    expect(shown[3]?.suppression).toEqual({ reason: 'ours', by: 'the project' })
    for (const severity of severities)
      expect((await get(`${path}?severity=${severity}`)).json.data['pagination']).toMatchObject({
        total: shown.filter((finding) => finding.severity === severity).length,
      })
    expect((await get(`${path}?category=secret`)).json.data['pagination']).toMatchObject({ total: 1 })
  })

  it('shows everything to the account that claimed the server, and to no other key', async () => {
    const [own, others] = [
      await listed((at) => maintainer.call('GET', at)),
      await listed((at) => somebody.call('GET', at)),
    ]
    expect([own[0]?.title, own[0]?.location, own[1]?.location]).toEqual(['Told in full', location, location])
    expect(others).toEqual(await listed(get))
  })

  it('groups findings by what the caller may see', async () => {
    const [own, others] = [await listed((at) => maintainer.call('GET', at)), await listed(get)]
    for (const { group } of [...own, ...others]) expect(group).toMatch(/^[0-9a-f]{32}$/)
    // The title of this finding is withheld. A shared group would confirm guesses.
    expect(own[0]?.title).not.toBe(others[0]?.title)
    expect(own[0]?.group).not.toBe(others[0]?.group)
    expect(own[2]?.group).toBe(others[2]?.group)
  })

  it('has pages', async () => {
    const { json, headers } = await get(`${path}?limit=3&page=2`)
    expect(json.data['vulnerabilities']).toHaveLength(1)
    expect(json.data['pagination']).toEqual({ page: 2, limit: 3, total: 4, totalPages: 2 })
    expect(headers.get('link')).toContain(`<https://assay.example${path}?page=1&limit=3>; rel="prev"`)
    expect((await get(`${path}?page=9`)).json.data).toMatchObject({ vulnerabilities: [], pagination: { total: 4 } })
  })
})

it('GET /api/v1/servers/:slug/history has the newest ten, or as many as are asked for', async () => {
  const path = '/api/v1/servers/npm-scope-full/history'
  const history = (await get(path)).json.data['history'] as { readonly scanId: string }[]
  expect(history).toHaveLength(10)
  expect(history[0]).toEqual({
    scanId: 'scan_12',
    scannedAt: '2026-12-01T00:00:00.000Z',
    securityScore: 61,
    grade: 'D',
    vulnerabilities: counts,
    version: '1.11.0',
    cause: 'advisory',
    method: '1',
    advisories: ['GHSA-x'],
  })
  expect((await get(`${path}?limit=100`)).json.data['history'] as object[]).toHaveLength(12)
  expect((await get(`${path}?limit=101`)).status).toBe(400)
})

describe('POST /api/v1/servers/compare', () => {
  const compare = (servers: unknown) => api.anonymous('POST', '/api/v1/servers/compare', { servers })

  it('puts servers side by side in the order in which they are named', async () => {
    const { status, json } = await compare(['npm-scope-full', other.id, 'npm-bare'])
    expect(status).toBe(200)
    const { data } = json
    expect((data['servers'] as { slug: string }[]).map(({ slug }) => slug)).toEqual([
      'npm-scope-full',
      'npm-other',
      'npm-bare',
    ])
    expect((data['servers'] as object[])[0]).toEqual((await get('/api/v1/servers/npm-scope-full')).json.data)
    const field = (name: string) => (data['comparison'] as { field: string }[]).find((row) => row.field === name)
    expect(field('security.score')).toEqual({ field: 'security.score', values: [54, 97, null], best: [1] })
    expect(field('security.vulnerabilities.critical')).toEqual({
      field: 'security.vulnerabilities.critical',
      values: [1, 0, null],
      best: [1],
    })
    expect(field('security.vulnerabilities.medium')).toEqual({
      field: 'security.vulnerabilities.medium',
      values: [0, 0, null],
      best: [],
    })
    expect(field('quality.score')).toEqual({ field: 'quality.score', values: [71.2, null, null], best: [] })
    expect(field('language')).toEqual({ field: 'language', values: ['typescript', 'typescript', null], best: [] })
  })

  it('names an unknown one, and refuses the same one twice, none, and more than four', async () => {
    const unknown = await compare(['npm-other', 'npm-none'])
    expect([unknown.status, unknown.json.error.message]).toEqual([
      404,
      'The registry has no server "npm-none". Check the ID or slug.',
    ])
    expect((await compare(['npm-other', 'github-owner-hidden'])).status).toBe(404)
    for (const [servers, path] of [
      [['npm-other', other.id], 'body.servers.1'],
      [['npm-joined', 'github-owner-elder'], 'body.servers.1'],
      [[], 'body.servers'],
      [['a', 'b', 'c', 'd', 'e'], 'body.servers'],
      ['npm-other', 'body.servers'],
    ] as const) {
      const { status, json } = await compare(servers)
      expect([status, [...new Set(json.error.details.map((detail) => detail.path))]], JSON.stringify(servers)).toEqual([
        400,
        [path],
      ])
    }
    expect((await compare(['npm-joined'])).json.data['servers']).toEqual([
      expect.objectContaining({ slug: 'github-owner-elder' }),
    ])
  })
})
