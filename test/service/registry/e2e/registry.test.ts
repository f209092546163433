import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { endpoints } from '../../../../src/service/api/catalogue.ts'
import { ReceiptKeySet } from '../../../../src/engine/receipts/key-set.ts'
import { verifyReceipt } from '../../../../src/engine/receipts/verify-receipt.ts'
import { installedApp, type InstalledRepository } from '../../github/e2e/installed-app.ts'
import { runAssay } from '../../../support/assay-process.ts'
import { type NpmStandIn, startNpmStandIn } from '../../../support/npm-stand-in.ts'
import { caller } from '../../../support/test-api.ts'

/** Code of a server with these tools, by name and description. */
const serverCode = (
  tools: Readonly<Record<string, string>>,
) => `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
const server = new McpServer({ name: 'notes', version: '1.0.0' })
${Object.entries(tools)
  .map(
    ([name, description]) =>
      `server.registerTool('${name}', { description: '${description}', inputSchema: {} }, async () => ({ ` +
      'content: [] }))',
  )
  .join('\n')}
await server.connect(new StdioServerTransport())
`
const notes = (tools: Readonly<Record<string, string>>, dependencies: Readonly<Record<string, string>> = {}) => ({
  description: 'Keeps notes for models',
  type: 'module',
  license: 'MIT',
  dependencies: { '@modelcontextprotocol/sdk': '1.0.0', ...dependencies },
  files: { 'index.js': serverCode(tools), 'README.md': '# Notes\n\n## Installation\n\nnpm install mcp-notes\n' },
})

const page = (name: string) => `https://www.npmjs.com/package/${name}`
/** Occurs in all texts of a private repository. */
const secret = 'zyxhush'
/** The advisory in the service's feed. It affects dependencies of both the public server and the private repository. */
const flaw = 'GHSA-aaaa-bbbb-cccc'
/** The tool that both servers offer. */
const sharedTool = { erase_notes: 'Erases all notes' }
/**
 * A private server that would be listed next to the public one if it were in the registry: among the servers that an
 * advisory affects, and as a lookalike.
 */
function privateServer(): Record<string, string> {
  const project = {
    name: `mcp-${secret}`,
    version: '1.0.0',
    description: `About ${secret}`,
    dependencies: { '@modelcontextprotocol/sdk': '1.0.0', flawed: '0.0.8' },
  }
  return {
    'package.json': JSON.stringify({ ...project, type: 'module' }),
    'package-lock.json': JSON.stringify({
      name: project.name,
      version: '1.0.0',
      lockfileVersion: 3,
      packages: {
        '': project,
        ...Object.fromEntries(
          Object.entries(project.dependencies).map(([name, version]) => [`node_modules/${name}`, { version }]),
        ),
      },
    }),
    'index.js': serverCode({ [`${secret}_tool`]: `Tells of ${secret}`, ...sharedTool }),
  }
}

let registry: NpmStandIn
let app: Awaited<ReturnType<typeof installedApp>>
let hidden: InstalledRepository
let local: ReturnType<typeof caller>
let anonymous: ReturnType<typeof caller>
/** The registry's metadata of `mcp-notes`, in place of the default. */
let packument: string | undefined

beforeAll(async () => {
  registry = await startNpmStandIn(
    {
      '@modelcontextprotocol/sdk@1.0.0': {},
      'flawed@0.0.8': {},
      'mcp-notes@1.0.0': notes({ list_notes: 'Lists notes', read_note: 'Reads a note' }),
      'mcp-notes@1.1.0': notes({ list_notes: 'Lists notes, of all users', ...sharedTool }, { flawed: '0.0.8' }),
    },
    { answer: (path) => (path === 'mcp-notes' ? packument : undefined) },
  )
  const all = (await (await fetch(`${registry.url}mcp-notes`)).json()) as { versions: Record<string, unknown> }
  packument = JSON.stringify({ ...all, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': all.versions['1.0.0'] } })
  app = await installedApp({ settings: { npm_config_registry: registry.url, NPM_DOWNLOADS_URL: '' } })
  hidden = app.repository(secret, { isPrivate: true })
  hidden.git.commit(privateServer())
  const { address, key = '' } = app.service
  local = caller(address, { 'x-api-key': key })
  anonymous = caller(address, {})
}, 180_000)
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await registry.close()
})

async function scanned(url: string) {
  const submitted = await local('POST', '/api/v1/scans/url', { url })
  expect(submitted.status, submitted.text).toBe(202)
  const scanId = String(submitted.json.data.scanId)
  await vi.waitFor(
    async () => expect((await local('GET', `/api/v1/scans/${scanId}`)).json.data.status).toMatch(/completed|failed/),
    { timeout: 60_000, interval: 100 },
  )
  const { json } = await local('GET', `/api/v1/scans/${scanId}`)
  expect(json.data, app.service.log().slice(-3_000)).toMatchObject({ status: 'completed' })
  return { ...json.data, scanId }
}

/** Returns the data of a public response. */
async function told(path: string) {
  const { status, text, json } = await local('GET', `/api/v1/servers/npm-mcp-notes${path}`)
  expect(status, text).toBe(200)
  return json.data
}

const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 30_000, interval: 200 })

/** Waits until the registry's jobs are done. */
async function settled() {
  await until(async () => {
    const left = await app.withDatabase(
      (sql) =>
        sql`select name from pgboss.job where name in ('enter-server', 'measure-server')
          and state in ('created', 'retry', 'active')`,
    )
    expect(left).toHaveLength(0)
  })
}

describe('the registry of a service that runs', () => {
  let first: Awaited<ReturnType<typeof scanned>>

  it('has a server after the scan of its package, with all of its data', async () => {
    first = await scanned(page('mcp-notes'))
    await until(async () => expect((await local('GET', '/api/v1/servers/npm-mcp-notes')).status).toBe(200))
    await settled()
    expect(await told('')).toMatchObject({
      slug: 'npm-mcp-notes',
      name: 'mcp-notes',
      sourceType: 'npm',
      description: 'Keeps notes for models',
      language: 'javascript',
      status: 'active',
      security: { score: 100, grade: 'A+', vulnerabilities: { critical: 0, total: 0 } },
    })
    expect(await told('/score')).toMatchObject({
      measured: true,
      score: 100,
      grade: 'A+',
      version: '1.0.0',
      scanId: first.scanId,
      deductions: [],
    })
    expect(await told('/tools')).toMatchObject({
      version: '1.0.0',
      scanId: first.scanId,
      tools: [{ name: 'list_notes', description: 'Lists notes' }, { name: 'read_note' }],
    })
    expect(await told('/vulnerabilities')).toMatchObject({ vulnerabilities: [], pagination: { total: 0 } })
    expect((await told('/history')).history).toEqual([
      expect.objectContaining({
        scanId: first.scanId,
        securityScore: 100,
        grade: 'A+',
        version: '1.0.0',
        cause: 'code',
        method: '2',
      }),
    ])
    expect(await told('/tools/changes')).toMatchObject({ toolChanges: [] })
    expect(JSON.stringify(await told('/quality'))).toContain('documentation')
    const face = await anonymous('GET', '/v0.1/servers')
    expect([face.status, face.text]).toEqual([200, expect.stringContaining('mcp-notes')])
    const badge = await anonymous('GET', '/servers/npm-mcp-notes/badge.svg')
    expect([badge.status, badge.headers.get('content-type'), badge.text]).toEqual([
      200,
      expect.stringContaining('image/svg+xml'),
      expect.stringContaining('grade A+'),
    ])
    const list = await anonymous('GET', '/api/v1/servers')
    expect(list.json.data).toMatchObject({
      servers: [{ slug: 'npm-mcp-notes', npmPackage: 'mcp-notes', securityScore: 100 }],
      pagination: { total: 1 },
    })
    expect((await anonymous('GET', '/api/v1/servers/search?q=notes')).json.data).toMatchObject({
      servers: [{ slug: 'npm-mcp-notes' }],
    })
  }, 120_000)

  it('moves with the next version: score, history with its cause, changes of tools', async () => {
    packument = undefined
    const next = await scanned(page('mcp-notes/v/1.1.0'))
    await until(async () => expect((await told('/score')).version).toBe('1.1.0'))
    expect(await told('/score')).toMatchObject({
      score: 54,
      grade: 'D',
      scanId: next.scanId,
      caps: [{ score: 54 }],
      deductions: [
        expect.objectContaining({
          points: 40,
          scoreWithout: 100,
          finding: expect.objectContaining({ severity: 'critical', category: 'dependency' }),
        }),
      ],
    })
    expect((await told('/history')).history).toMatchObject([
      { securityScore: 54, grade: 'D', version: '1.1.0', cause: 'code' },
      { securityScore: 100, version: '1.0.0', cause: 'code' },
    ])
    expect(await told('/vulnerabilities')).toMatchObject({
      vulnerabilities: [{ state: 'new', advisory: { id: flaw } }],
      pagination: { total: 1 },
    })
    expect((await told('/tools/changes')).toolChanges).toEqual([
      expect.objectContaining({
        before: { version: '1.0.0', scanId: first.scanId },
        after: { version: '1.1.0', scanId: next.scanId },
        changes: expect.arrayContaining([
          expect.objectContaining({ change: 'added', name: 'erase_notes' }),
          expect.objectContaining({ change: 'removed', name: 'read_note' }),
          expect.objectContaining({ change: 'changed', name: 'list_notes', differences: ['description'] }),
        ]),
      }),
    ])
    expect((await anonymous('GET', '/servers/npm-mcp-notes/badge.svg')).text).toContain('grade D')
  }, 120_000)

  it('stays as it is when the version before is scanned again, whose tools are kept beside', async () => {
    const before = [await told('/score'), await told('/history'), await told('/tools/changes')]
    const again = await local('POST', '/api/v1/scans/url', { url: page('mcp-notes/v/1.0.0'), force: true })
    await until(async () =>
      expect((await local('GET', `/api/v1/scans/${String(again.json.data.scanId)}`)).json.data.status).toBe(
        'completed',
      ),
    )
    await settled()
    expect([await told('/score'), await told('/history'), await told('/tools/changes')]).toEqual(before)
    expect(await told('/tools?version=1.0.0')).toMatchObject({ version: '1.0.0', scanId: again.json.data.scanId })
  }, 120_000)

  it('gives a receipt for what it shows, which the keys of the service verify', async () => {
    const { status, text } = await anonymous('GET', '/api/v1/servers/npm-mcp-notes/receipt')
    expect(status, text).toBe(200)
    const keys = ReceiptKeySet.parse((await anonymous('GET', '/.well-known/assay-receipt-keys.json')).json)
    const { checks, statement } = verifyReceipt(text, { keys, now: new Date() })
    expect(checks.filter(({ outcome }) => outcome !== 'holds')).toEqual([])
    expect(JSON.stringify(statement)).toContain('1.1.0')
  })
})

describe('a private repository', () => {
  it('is in no response to another account or an anonymous user, at any URL', async () => {
    const made = await runAssay(
      ['keys', 'create', '--name', 'stranger', '--account', 'stranger', '--plan', 'enterprise', '--json'],
      app.settings,
    )
    expect(made.code, made.err).toBe(0)
    const stranger = caller(app.service.address, { 'x-api-key': JSON.parse(made.out).key })
    await app.withDatabase(async (sql) => {
      const [account] = await sql`select id from accounts where name = 'local'`
      await sql`insert into github_installations ${sql({
        installation_id: 11,
        account_id: String(account?.['id']),
        owner_id: 1100,
        owner_login: 'acme',
        host: new URL(app.gitUrl).host,
      })} on conflict do nothing`
    })
    const tallies = async () => (await stranger('GET', '/api/v1/servers/stats')).json.data
    const before = await tallies()
    const scan = await scanned(`${app.gitUrl}/acme/${secret}`)
    expect(scan).toMatchObject({
      source: { isPrivate: true },
      results: { vulnerabilities: { critical: 1 } },
      tools: expect.arrayContaining([
        expect.objectContaining({ name: `${secret}_tool` }),
        expect.objectContaining({ name: 'erase_notes' }),
      ]),
    })
    await settled()

    const slugs = [
      'npm-mcp-notes',
      `github-acme-${secret}`,
      `git-${new URL(app.gitUrl).host.replace(':', '-')}-acme-${secret}`,
      `npm-mcp-${secret}`,
    ]
    // The paths that anyone may read: anonymous users, or another account with all permissions.
    const paths = endpoints
      .filter(({ method, tag }) => method === 'get' && tag !== 'account')
      .flatMap(({ path }) =>
        /:slug|:idOrSlug/.test(path)
          ? slugs.map((slug) => path.replace(/:slug|:idOrSlug/, slug))
          : [
              path
                .replace(':scanId', scan.scanId)
                .replace(':advisoryId', flaw)
                .replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000'),
            ],
      )
    const pages = [
      '/',
      '/servers/npm-mcp-notes',
      '/stats',
      '/advisories',
      `/advisories/${flaw}`,
      '/sitemap/servers-1.xml',
      `/api/v1/advisories/${flaw}`,
      '/api/v1/servers/npm-mcp-notes/lookalikes',
    ]
    const queries = [
      ...pages,
      ...slugs.map((slug) => `/servers/${slug}`),
      '/api/v1/servers/search?q=SECRET',
      '/api/v1/servers?search=SECRET',
      '/v0.1/servers',
      '/v0.1/servers?search=SECRET',
      `/v0.1/servers/${encodeURIComponent(`io.github.acme/${secret}`)}/versions`,
      `/scan/${scan.scanId}`,
      ...slugs.map((slug) => `/servers/${slug}/badge.svg`),
      '/readyz',
      '/healthz',
      '/docs',
      '/robots.txt',
      '/sitemap.xml',
      '/.well-known/assay-receipt-keys.json',
      '/api/v1/openapi.json',
    ].map((path) => path.replace('SECRET', secret))
    expect(paths.length).toBeGreaterThan(30)
    for (const path of [...paths, ...queries]) {
      const { status, text } = await stranger('GET', path)
      // A response may repeat the name in the request, but must not contain it otherwise.
      const isNamed = path.includes(secret) || path.includes(scan.scanId)
      const said = isNamed
        ? text
            .replaceAll(new RegExp(slugs.join('|'), 'g'), '')
            .replaceAll(scan.scanId, '')
            .replaceAll(`acme/${secret}`, '')
        : text
      if (pages.includes(path)) expect([path, status]).toEqual([path, 200])
      if (isNamed && !path.includes('=')) expect([path, [400, 403, 404].includes(status)]).toEqual([path, true])
      if (!path.includes('=')) expect([path, said.includes(secret)]).toEqual([path, false])
      else expect([path, JSON.parse(text).data?.servers ?? JSON.parse(text).servers]).toEqual([path, []])
      expect([path, isNamed || !text.includes(scan.scanId)]).toEqual([path, true])
    }
    expect((await stranger('GET', `/api/v1/advisories/${flaw}`)).json.data).toMatchObject({
      id: flaw,
      servers: [{ slug: 'npm-mcp-notes' }],
      repositories: [],
      pagination: { total: 1 },
    })
    expect((await stranger('GET', '/api/v1/servers/npm-mcp-notes/lookalikes')).json.data).toMatchObject({
      servers: [],
      tools: [],
    })
    expect((await local('GET', `/api/v1/scans/${scan.scanId}/vulnerabilities`)).text).toContain(flaw)
    for (const servers of [[slugs[1]], [slugs[0], slugs[3]]])
      expect((await stranger('POST', '/api/v1/servers/compare', { servers })).status).toBe(404)
    // The other account's key may request scans but not manage an account.
    for (const [asked, refusal, says] of [
      ['claims', 403, 'does not have the account:write permission'],
      ['rescan', 404, 'The registry has no server'],
    ] as const) {
      expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toContain(`post /api/v1/servers/:slug/${asked}`)
      for (const slug of slugs.slice(1)) {
        const { status, text } = await stranger('POST', `/api/v1/servers/${slug}/${asked}`)
        expect([asked, status, text]).toEqual([asked, refusal, expect.stringContaining(says)])
      }
    }
    expect({ ...(await tallies()), updatedAt: undefined, totalScans: undefined }).toEqual({
      ...before,
      updatedAt: undefined,
      totalScans: undefined,
    })
    expect((await tallies())['totalScans']).toBe(before['totalScans'])
    const rows = await app.withDatabase(
      (sql) =>
        sql`select 1 from registry_servers where to_jsonb(registry_servers)::text like ${`%${secret}%`}
          union all select 1 from registry_sources where to_jsonb(registry_sources)::text like ${`%${secret}%`}
          union all select 1 from registry_tools where name like ${`%${secret}%`} union all select 1
          from registry_revisions where scan_id = ${scan.scanId}`,
    )
    expect(rows).toHaveLength(0)
  }, 120_000)
})
