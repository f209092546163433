import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { popularNames } from '../../../src/service/db/registry/popular-names.ts'
import { listSignals } from '../../../src/service/db/registry/signals.ts'
import { guardedFetch } from '../../../src/service/github/guarded-fetch.ts'
import { outgoingLimits } from '../../../src/engine/net/outgoing-limits.ts'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { createNpmRegistry } from '../../../src/engine/sources/package-registries/npm-registry.ts'
import { createPypiIndex } from '../../../src/engine/sources/package-registries/pypi-index.ts'
import { categories } from '../../../src/service/registry/categories/catalogue.ts'
import { categorize } from '../../../src/service/registry/categories/categorize.ts'
import { signals } from '../../../src/service/registry/quality/catalogue.ts'
import { createGithubReader } from '../../../src/service/registry/quality/github-reader.ts'
import { measureServer } from '../../../src/service/registry/quality/measure-server.ts'
import { qualityOf } from '../../../src/service/registry/quality/quality-of.ts'
import { withRealSockets } from '../../engine/net/loopback.ts'
import { testApi } from '../../support/test-api.ts'

withRealSockets()
const api = await testApi()
const { db, sql } = api

const now = new Date('2026-06-01T00:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000).toISOString()

/** Responses of all hosts, by the prefix of a path. A number is a status. */
type World = Record<string, { readonly body: unknown; readonly headers?: Record<string, string> } | number>
const wholeWorld: World = {
  '/github/repos/o/r/commits': {
    body: [{}],
    headers: { link: '<https://api.example/x?per_page=1&page=25>; rel="last"' },
  },
  '/github/repos/o/r/issues': {
    body: [
      { state: 'closed', comments: 0, created_at: daysAgo(20) },
      { state: 'open', comments: 0, created_at: daysAgo(20) },
      { state: 'open', comments: 0, created_at: daysAgo(1) },
      { state: 'open', comments: 0, created_at: daysAgo(20), pull_request: {} },
    ],
  },
  '/github/repos/o/r': {
    body: { stargazers_count: 99, archived: false },
    headers: { 'x-ratelimit-remaining': '4000' },
  },
  '/npm/-/v1/search': {
    body: {
      objects: [
        { package: { name: 'near' }, dependents: '7' },
        { package: { name: 'whole' }, dependents: '30' },
      ],
    },
  },
  '/npm/whole': {
    body: {
      name: 'whole',
      'dist-tags': { latest: '1.1.0' },
      versions: { '1.0.0': {}, '1.1.0': {} },
      time: { '1.0.0': daysAgo(400), '1.1.0': daysAgo(10) },
    },
  },
  '/downloads/point/last-month/whole': { body: { downloads: 12_345 } },
}
let world: World = wholeWorld
const asked: { path: string; ifNoneMatch: string | undefined }[] = []
const server = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push({ path, ifNoneMatch: request.headers['if-none-match'] })
  const [, found = 404] =
    Object.entries(world).find(([prefix]) => path === prefix || path.startsWith(`${prefix}?`)) ?? []
  if (typeof found === 'number')
    return void response.writeHead(found, { 'content-type': 'application/json' }).end('{"message":"no"}')
  const body = JSON.stringify(found.body)
  const etag = `"${Buffer.from(body).toString('base64url').slice(-20)}"`
  const isSame = path.startsWith('/github') && request.headers['if-none-match'] === etag
  response
    .writeHead(isSame ? 304 : 200, { 'content-type': 'application/json', etag, ...found.headers })
    .end(isSame ? undefined : body)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const network = createNetwork({
  allowedNetworks: parseAllowedNetworks('upstream=127.0.0.1/32'),
  upstreams: [url],
  limits: { ...outgoingLimits, maxAttempts: 1 },
})
afterAll(async () => {
  await network[Symbol.asyncDispose]()
  server.closeAllConnections()
  server.close()
})

const newReader = (time = () => now) =>
  createGithubReader({ fetch: guardedFetch(network), apiUrl: `${url}/github`, token: undefined, db, now: time })
let github = newReader()
const measure = (serverId: string, at = now, pypiDownloads?: string) =>
  measureServer(
    {
      db,
      log: pino({ level: 'silent' }),
      network,
      npmRegistry: createNpmRegistry({ network, registry: `${url}/npm/` }),
      pypiIndex: createPypiIndex({ network, index: `${url}/pypi/` }),
      npmRegistryUrl: `${url}/npm/`,
      npmDownloads: `${url}/downloads`,
      pypiDownloads,
      github,
      githubHost: 'github.com',
    },
    { serverId },
    { now: at, signal: AbortSignal.timeout(20_000) },
  )

const facts = {
  version: 1,
  name: 'whole',
  description: 'Query PostgreSQL databases',
  keywords: ['postgres'],
  packages: [],
  serverNames: [],
  licence: 'MIT',
  readme: {
    path: 'README.md',
    bytes: 2_000,
    headings: [],
    hasInstall: true,
    hasUsage: true,
    hasConfiguration: false,
    hasExamples: true,
  },
  hasChangelog: true,
  hasLicenceFile: true,
  hasExamples: true,
  hasTests: true,
  hasTypes: true,
  engines: { node: '>=20' },
  platforms: [],
  bin: [],
  transports: ['stdio', 'http'],
  sdk: [],
  protocolVersions: ['2025-06-18'],
  languages: { typescript: 900, javascript: 100 },
  signs: [],
}
const tools = [
  {
    kind: 'tool',
    name: 'query',
    description: 'Runs a read-only statement against the database',
    path: 'a.ts',
    line: 1,
    parameters: [{ name: 'statement', description: 'The statement', type: 'string' }, { name: 'limit' }],
    annotations: {},
    capabilities: [],
  },
]

async function enter(slug: string, more: Partial<typeof facts> = {}): Promise<string> {
  const serverId = crypto.randomUUID()
  await sql`insert into registry_servers (id, slug, name, description, category, source_type, status, npm_package)
    values (${serverId}, ${slug}, 'whole', 'Query PostgreSQL databases', 'other', 'npm', 'active', 'whole')`
  const declares = JSON.stringify({
    revision: '1.1.0',
    isCurrent: true,
    facts: { ...facts, ...more },
    evidence: { isServer: true, reason: '', signs: [] },
  })
  for (const [type, address, name] of [
    ['npm', 'https://www.npmjs.com/package/whole', 'whole'],
    ['git', 'https://github.com/o/r', 'o/r'],
  ] as const) {
    const sourceId = crypto.randomUUID()
    await sql`insert into registry_sources (id, server_id, type, canonical_url, name, declares, current_revision)
      values (${sourceId}, ${serverId}, ${type}, ${address}, ${name}, ${declares}::jsonb, '1.1.0')`
    await sql`insert into registry_revisions (source_id, revision, scan_id, scanned_at, digest, results, score_basis,
      engine, advisory_date, tools) values (${sourceId}, '1.1.0', 'scan_x', ${daysAgo(1)}, 'sha512-x', '{}'::jsonb,
      '[]'::jsonb, 'x', '{}'::jsonb, ${JSON.stringify(tools)}::jsonb)`
  }
  return serverId
}
const measured = async (serverId: string) => new Map((await listSignals(db, serverId)).map((row) => [row.signal, row]))

beforeEach(async () => {
  await sql`delete from registry_servers`
  await sql`delete from registry_answers`
  asked.length = 0
  world = wholeWorld
  github = newReader()
})

describe('measuring a server', () => {
  it('measures every signal, and tells each with its value, source and date', async () => {
    const serverId = await enter('npm-whole')
    await measure(serverId)
    const rows = await measured(serverId)
    expect([...rows.keys()].toSorted()).toEqual(signals.map(({ id }) => id))
    expect([...rows.values()].filter(({ score, failure }) => score === null || failure !== null)).toEqual([])
    expect(Object.fromEntries([...rows].map(([id, { value }]) => [id, value]))).toMatchObject({
      'release-recency': 10,
      'recent-commits': 25,
      'issues-answered': { asked: 2, answered: 1 },
      'not-abandoned': 'active',
      stars: 99,
      downloads: 12_345,
      dependents: 30,
      'parameter-descriptions': { of: 2, have: 1 },
      'tool-descriptions': { of: 1, have: 1 },
      licence: 'MIT',
      'protocol-version': '2025-06-18',
      transports: ['stdio', 'http'],
    })
    expect([rows.get('stars')?.source, rows.get('release-recency')?.source, rows.get('readme')?.source]).toEqual([
      `${url}/github/repos/o/r`,
      'https://www.npmjs.com/package/whole',
      'scan of https://www.npmjs.com/package/whole, 1.1.0',
    ])
    const [row] =
      await sql`select category, language, stars, downloads, quality, maintenance, status from registry_servers`
    expect(row).toMatchObject({ category: 'databases', language: 'typescript', stars: 99, status: 'active' })
    const { json } = await api.anonymous('GET', '/api/v1/servers/npm-whole/quality')
    expect(json.data).toMatchObject({
      score: row?.['quality'],
      breakdown: { maintenance: row?.['maintenance'] },
      method: '1',
    })
    expect(json.data['signals']).toContainEqual(
      expect.objectContaining({
        id: 'stars',
        measured: true,
        value: 99,
        measuredAt: now.toISOString(),
        area: 'popularity',
      }),
    )
  })

  it('measures all but what fails, each way of failing in turn, and says why', async () => {
    const failing: readonly [string, readonly string[]][] = [
      ['/github/repos/o/r', ['stars', 'not-abandoned']],
      ['/github/repos/o/r/commits', ['recent-commits']],
      ['/github/repos/o/r/issues', ['issues-answered']],
      ['/npm/whole', ['release-recency', 'release-cadence', 'not-abandoned']],
      ['/downloads/point/last-month/whole', ['downloads']],
      ['/npm/-/v1/search', ['dependents']],
    ]
    for (const [path, ids] of failing) {
      for (const status of [503, 404]) {
        await sql`delete from registry_servers`
        await sql`delete from registry_answers`
        github = newReader()
        world = { ...wholeWorld, [path]: status }
        const serverId = await enter('npm-whole')
        await measure(serverId)
        const missing = [...(await measured(serverId)).values()].filter(({ score }) => score === null)
        // A source that is permanently unknown does not block the signals of other sources.
        expect(missing.map(({ signal }) => signal).toSorted(), `${path} ${status}`).toEqual(
          ids.filter((id) => status === 503 || id !== 'not-abandoned').toSorted(),
        )
        expect(missing.every(({ failure, value }) => failure !== null && value === null)).toBe(true)
        const [row] = await sql`select quality from registry_servers`
        expect(row?.['quality']).toBeGreaterThan(0)
      }
    }
  })

  it('measures what the Python package index and a service that counts tell, each way of failing in turn', async () => {
    const simple = {
      body: {
        meta: { 'api-version': '1.1' },
        name: 'whole',
        versions: ['1.0.0', '1.1.0'],
        files: [
          ['1.0.0', 400],
          ['1.1.0', 10],
        ].map(([version, days]) => ({
          filename: `whole-${version}.tar.gz`,
          url: `whole-${version}.tar.gz`,
          hashes: { sha256: 'a'.repeat(64) },
          'upload-time': daysAgo(Number(days)),
        })),
      },
      headers: { 'content-type': 'application/vnd.pypi.simple.v1+json' },
    }
    const python: World = {
      ...wholeWorld,
      '/pypi/simple/whole/': simple,
      '/counts/packages/whole/recent': { body: { data: { last_month: 5_000 } } },
    }
    const measuredIn = async (more: World) => {
      await sql`delete from registry_servers`
      await sql`delete from registry_answers`
      github = newReader()
      world = { ...python, ...more }
      const serverId = await enter('pypi-whole')
      await sql`update registry_sources set type = 'pypi', canonical_url = 'https://pypi.org/project/whole/'
        where type = 'npm'`
      await measure(serverId, now, `${url}/counts`)
      return measured(serverId)
    }
    const rows = await measuredIn({})
    expect(
      [...rows.values()].filter(({ score }) => score === null).map(({ signal, failure }) => [signal, failure]),
    ).toEqual([['dependents', 'The server has no npm package.']])
    expect(Object.fromEntries([...rows].map(([id, { value }]) => [id, value]))).toMatchObject({
      downloads: 5_000,
      'release-recency': 10,
      'release-cadence': { releases: 1, days: 365 },
      'not-abandoned': 'active',
    })
    expect([rows.get('downloads')?.source, rows.get('release-recency')?.source]).toEqual([
      `${url}/counts/packages/whole/recent`,
      'https://pypi.org/project/whole/',
    ])
    const failing: readonly [World, readonly string[]][] = [
      [{ '/pypi/simple/whole/': 503 }, ['not-abandoned', 'release-cadence', 'release-recency']],
      [{ '/pypi/simple/whole/': 404 }, ['release-cadence', 'release-recency']],
      [{ '/pypi/simple/whole/': { ...simple, body: [] } }, ['not-abandoned', 'release-cadence', 'release-recency']],
      [{ '/counts/packages/whole/recent': 503 }, ['downloads']],
      [{ '/counts/packages/whole/recent': 404 }, ['downloads']],
      [{ '/counts/packages/whole/recent': { body: { data: { last_month: -1 } } } }, ['downloads']],
      [{ '/counts/packages/whole/recent': { body: 'soon' } }, ['downloads']],
    ]
    for (const [more, ids] of failing) {
      const missing = [...(await measuredIn(more)).values()].filter(
        ({ score, signal }) => score === null && signal !== 'dependents',
      )
      expect(missing.map(({ signal }) => signal).toSorted(), JSON.stringify(more).slice(0, 80)).toEqual(ids)
      expect(missing.every(({ failure, value }) => failure !== null && value === null)).toBe(true)
      expect((await sql`select quality from registry_servers`)[0]?.['quality']).toBeGreaterThan(0)
    }
  })

  it('tells why a server is in its category', async () => {
    await measure(await enter('npm-whole'))
    const { json } = await api.anonymous('GET', '/api/v1/servers/npm-whole/category')
    expect(json.data).toMatchObject({
      category: 'databases',
      title: 'Databases',
      candidates: [
        { category: 'databases', evidence: expect.arrayContaining([{ word: 'postgres', place: 'keywords' }]) },
      ],
    })
    expect((await api.anonymous('GET', '/api/v1/servers/npm-nobody/category')).status).toBe(404)
  })

  it('leaves out what a project does not have, and gives no points or zeros for it', async () => {
    const serverId = await enter('npm-whole', { protocolVersions: [], transports: [] })
    await sql`update registry_revisions set tools = null`
    await sql`delete from registry_sources where type = 'git'`
    await measure(serverId)
    const missing = [...(await measured(serverId)).values()]
      .filter(({ score }) => score === null)
      .map(({ signal, failure }) => [signal, failure])
    expect(Object.fromEntries(missing)).toMatchObject({
      stars: 'The server has no verified repository on GitHub.',
      'tool-descriptions': 'The scan found no tools in the code.',
      'protocol-version': 'The code does not contain a protocol version.',
      transports: 'The scan found no transport in the code.',
    })
    expect((await sql`select stars from registry_servers`)[0]).toEqual({ stars: null })
  })

  it(
    'keeps old values with their date while they cannot be measured, and asks GitHub with the tag of its last ' +
      'answer',
    async () => {
      const serverId = await enter('npm-whole')
      await measure(serverId)
      asked.length = 0
      const later = new Date(now.getTime() + 7 * 24 * 60 * 60_000)
      await measure(serverId, later)
      expect(asked.find(({ path }) => path === '/github/repos/o/r')?.ifNoneMatch).toMatch(/^".+"$/)
      expect((await measured(serverId)).get('stars')).toMatchObject({ value: 99, failure: null })
      world = Object.fromEntries(Object.keys(wholeWorld).map((path) => [path, 503]))
      await measure(serverId, later)
      expect((await measured(serverId)).get('stars')).toMatchObject({
        value: 99,
        measuredAt: now,
        failure: expect.stringMatching(/^The measurement at 2026-06-08.*HTTP status 503/),
      })
      expect((await sql`select stars, downloads::int from registry_servers`)[0]).toEqual({
        stars: 99,
        downloads: 12_345,
      })
      const [{ next_at: nextAt } = {}] = await sql`select next_at from registry_measurements`
      expect(new Date(String(nextAt)).getTime() - later.getTime()).toBeLessThan(24 * 60 * 60_000)
    },
  )

  it('moves the time of change only forward, and only where something changed', async () => {
    const serverId = await enter('npm-whole')
    const changedAt = async () =>
      Date.parse(String((await sql`select updated_at from registry_servers`)[0]?.['updated_at']))
    await sql`update registry_servers set updated_at = ${daysAgo(1)}`
    await measure(serverId)
    expect(await changedAt()).toBe(now.getTime())
    const later = new Date(now.getTime() + 60_000)
    await measure(serverId, later)
    expect(await changedAt(), 'nothing else was found').toBe(now.getTime())
    expect(new Date(String((await sql`select measured_at from registry_measurements`)[0]?.['measured_at']))).toEqual(
      later,
    )
    // Another scan was added while GitHub was requested.
    await sql`update registry_servers set updated_at = ${new Date(later.getTime() + 5_000).toISOString()}, stars = 1`
    await measure(serverId, later)
    expect((await sql`select stars from registry_servers`)[0]).toEqual({ stars: 99 })
    expect(await changedAt()).toBe(later.getTime() + 5_000)
  })

  it('stops before GitHub’s limit is used up, and goes on after it', async () => {
    let time = now
    github = newReader(() => time)
    const reset = Math.floor(now.getTime() / 1000) + 600
    world = {
      ...wholeWorld,
      '/github/repos/o/r': {
        body: { stargazers_count: 99, archived: false },
        headers: { 'x-ratelimit-remaining': '5', 'x-ratelimit-reset': String(reset) },
      },
    }
    const serverId = await enter('npm-whole')
    await measure(serverId)
    expect(asked.filter(({ path }) => path.startsWith('/github'))).toHaveLength(1)
    expect((await measured(serverId)).get('recent-commits')?.failure).toContain(
      'The GitHub rate limit has been reached',
    )
    expect(github.limitedUntil()).toEqual(new Date(reset * 1000))
    time = new Date(reset * 1000)
    world = wholeWorld
    await measure(serverId, time)
    expect((await measured(serverId)).get('recent-commits')).toMatchObject({ value: 25, failure: null })
  })

  it('tells a server that is archived, deprecated or removed', async () => {
    const serverId = await enter('npm-whole')
    const status = async () => {
      await measure(serverId)
      return (await sql`select status from registry_servers`)[0]?.['status']
    }
    world = {
      ...wholeWorld,
      '/npm/whole': {
        body: {
          name: 'whole',
          'dist-tags': { latest: '1.1.0' },
          versions: { '1.1.0': { deprecated: 'use another' } },
          time: {},
        },
      },
    }
    expect(await status()).toBe('deprecated')
    world = { ...wholeWorld, '/github/repos/o/r': { body: { stargazers_count: 99, archived: true } } }
    expect(await status()).toBe('archived')
    world = { ...wholeWorld, '/github/repos/o/r': 503 }
    expect(await status()).toBe('archived')
    world = wholeWorld
    expect(await status()).toBe('active')
    await sql`insert into registry_feeds (base) values ('https://registry.example')`
    await sql`insert into registry_publications (base, name, version, document, status, is_latest, updated_at, seen_at,
      places) values ('https://registry.example', 'io.github.o/r', '1.0.0', '{}'::jsonb, 'deleted', true, now(), now(),
      ${['https://github.com/o/r']})`
    expect(await status()).toBe('removed')
    await sql`update registry_publications set status = 'active'`
    expect(await status()).toBe('active')
    await sql`delete from registry_feeds`
  })
})

describe('quality', () => {
  it('is the mean of what was measured by its weights, of areas and of all, and nothing of what was not', () => {
    expect(qualityOf([])).toMatchObject({
      score: null,
      grade: null,
      breakdown: { maintenance: null, popularity: null, documentation: null, compatibility: null },
    })
    expect(
      qualityOf([
        { signal: 'stars', score: 80 },
        { signal: 'downloads', score: null },
        { signal: 'unknown', score: 0 },
      ]),
    ).toMatchObject({ score: 80, grade: 'B', breakdown: { popularity: 80, maintenance: null } })
    // Stars weigh 2, downloads 3; popularity weighs 2, compatibility 2.
    expect(
      qualityOf([
        { signal: 'stars', score: 100 },
        { signal: 'downloads', score: 50 },
        { signal: 'engines', score: 0 },
      ]),
    ).toMatchObject({ breakdown: { popularity: 70, compatibility: 0 }, score: 35, grade: 'F' })
  })
})

describe('categories', () => {
  const examples: Readonly<Record<string, readonly [name: string, description: string, ...tools: string[]]>> = {
    'ai-models': ['ollama-mcp', 'Talk to language models that run locally'],
    browsers: ['web-pilot', 'Drives Chrome with Playwright', 'navigate', 'click'],
    business: ['mcp-hubspot', 'CRM contacts and deals'],
    cloud: ['cluster-server', 'Manage Kubernetes pods and Helm releases'],
    'code-execution': ['shell-mcp', 'Execute commands in a terminal'],
    communication: ['mcp-slack', 'Send messages to channels'],
    'data-analysis': ['warehouse', 'Query BigQuery and Snowflake for analytics'],
    databases: ['sqlAgent', 'Read-only access to PostgreSQL'],
    'design-media': ['figma-context', 'Design files for models'],
    'developer-tools': ['lsp-bridge', 'Language server diagnostics for your codebase'],
    documents: ['office', 'Create Word documents and convert PDF files'],
    education: ['anki-mcp', 'Flashcards'],
    files: ['server-filesystem', 'Read and write files', 'read_file', 'list_directory'],
    finance: ['market', 'Stock trading and portfolio'],
    health: ['fhir-server', 'Patient records'],
    'home-devices': ['home-assistant', 'Control smart home devices'],
    'location-travel': ['skies', 'Weather forecasts'],
    memory: ['memory', 'A knowledge graph that remembers'],
    monitoring: ['grafana', 'Dashboards, alerts and Prometheus metrics'],
    'notes-knowledge': ['obsidian', 'Notes of your vault'],
    other: ['everything', 'Does a thing'],
    productivity: ['jira-server', 'Issues and sprints of project management'],
    science: ['arxiv-mcp-server', 'Research papers'],
    search: ['brave-search', 'Web search'],
    security: ['nmap-scanner', 'Find vulnerabilities with Nmap'],
    'social-media': ['twitter-mcp', 'Post tweets'],
    'version-control': ['github-mcp-server', 'Repositories and pull requests'],
  }
  it('are found by an example each, with the words that decided', () => {
    const found = Object.entries(examples).map(([slug, [name, description, ...toolNames]]) => [
      slug,
      categorize({ name, description, keywords: [], toolNames }).category,
    ])
    expect(found).toEqual(found.map(([slug]) => [slug, slug]))
    expect(Object.keys(examples).toSorted()).toEqual(categories.map(({ slug }) => slug).toSorted())
    expect(
      categorize({ name: 'jiraTools', description: '', keywords: ['Kanban'], toolNames: ['create_task'] }),
    ).toEqual({
      category: 'productivity',
      points: 9,
      evidence: [
        { word: 'jira', place: 'name' },
        { word: 'kanban', place: 'keywords' },
        { word: 'task', place: 'tools' },
      ],
    })
  })
})

describe('names that are used most', () => {
  it('are told once enough of an ecosystem are counted', async () => {
    const fill = (count: number) =>
      sql`insert into registry_servers (id, slug, name, category, source_type, status, npm_package, downloads)
        select gen_random_uuid(), 'many-' || n, 'n', 'other', 'npm', 'active', 'many-' || n, n
        from generate_series(1, ${count}::int) n`
    await fill(999)
    expect(await popularNames(db, 'npm', 3)).toEqual([])
    await sql`delete from registry_servers`
    await fill(1_000)
    expect([await popularNames(db, 'npm', 3), await popularNames(db, 'pypi', 3)]).toEqual([
      ['many-1000', 'many-999', 'many-998'],
      [],
    ])
  })
})
