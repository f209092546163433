import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { registryFeeds, registryPublications } from '../../../../src/service/db/registry/publications-schema.ts'
import { registryServers } from '../../../../src/service/db/registry/servers-schema.ts'
import {
  RegistryApiDocument,
  RegistryApiEntry,
} from '../../../../src/service/registry/mcp-registry-api/registry-api-shape.ts'
import { cursorOf } from '../../../../src/service/registry/mcp-registry-api/cursor.ts'
import {
  registryApiNameOf,
  registryApiNamespace,
  slugSearch,
} from '../../../../src/service/registry/mcp-registry-api/registry-api-name.ts'
import { verifyReceipt } from '../../../../src/engine/receipts/verify-receipt.ts'
import { testApi } from '../../../support/test-api.ts'
import { insertReceiptedServer } from '../receipts/receipted-server.ts'

const api = await testApi()
const { db } = api
const base = 'https://registry.example'
const official = 'io.modelcontextprotocol.registry/official'

interface Answer {
  readonly servers: readonly {
    readonly server: Record<string, unknown> & { name: string; version: string }
    readonly _meta: Record<string, Record<string, unknown>>
  }[]
  readonly metadata: { readonly count: number; readonly nextCursor?: string }
  readonly error?: string
}
const ask = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await api.anonymous('GET', path, undefined, headers)
  return { ...answer, body: (answer.text === '' ? {} : JSON.parse(answer.text)) as Answer }
}
const names = ({ body }: { body: Answer }) => body.servers.map(({ server }) => `${server.name}@${server.version}`)

const published = (name: string, version: string, more: Partial<typeof registryPublications.$inferInsert> = {}) => ({
  base,
  name,
  version,
  status: 'active' as const,
  isLatest: true,
  publishedAt: new Date('2026-10-01T00:00:00Z'),
  updatedAt: new Date('2026-10-02T00:00:00Z'),
  seenAt: new Date(),
  document: {
    name,
    version,
    description: 'As it was published',
    packages: [{ registryType: 'npm', identifier: name.split('/')[1], version, transport: { type: 'stdio' } }],
    remotes: [{ type: 'sse', url: 'https://mcp.example/sse' }],
  },
  ...more,
})

await db.insert(registryFeeds).values([{ base }, { base: 'https://second.example' }])
const alpha = await insertReceiptedServer(db, { slug: 'npm-alpha', version: '2.0.0' })
const hidden = await insertReceiptedServer(db, { slug: 'npm-hidden', hiddenAt: new Date() })
const own = await insertReceiptedServer(db, { slug: 'npm-own', description: `${'A long story. '.repeat(20)}\u0007` })
const gone = await insertReceiptedServer(db, { slug: 'npm-zgone' })
await db.update(registryServers).set({ status: 'removed' }).where(eq(registryServers.id, gone.id))
const joined = await insertReceiptedServer(db, { slug: 'npm-joined' })
await db.update(registryServers).set({ mergedInto: own.id }).where(eq(registryServers.id, joined.id))
await db.insert(registryPublications).values([
  published('io.github.owner/alpha', '1.0.0', {
    isLatest: false,
    serverId: alpha.id,
    publishedAt: new Date('2026-01-01T00:00:00Z'),
  }),
  published('io.github.owner/alpha', '2.0.0', { serverId: alpha.id }),
  published('io.github.owner/alpha', '2.0.0', { base: 'https://second.example', serverId: alpha.id }),
  published('io.github.owner/hidden', '1.0.0', { serverId: hidden.id }),
  published('io.github.owner/removed', '1.0.0', { status: 'deleted' }),
  published('io.github.other/remote_only', '3.0.0', { updatedAt: new Date('2026-11-20T00:00:00Z') }),
])

describe('GET /v0.1/servers', () => {
  it('lists what followed registries publish as they publish it, then what only this one has, each once', async () => {
    const all = await ask('/v0.1/servers')
    expect(all.status).toBe(200)
    expect(all.headers.get('content-type')).toContain('application/json')
    expect(names(all)).toEqual([
      'io.github.other/remote_only@3.0.0',
      'io.github.owner/alpha@1.0.0',
      'io.github.owner/alpha@2.0.0',
      'example.assay/npm-own@1.0.0',
    ])
    expect(all.body.metadata).toEqual({ count: 4 })
    const [remote, old, current, mine] = all.body.servers
    expect(remote).toEqual({
      server: published('io.github.other/remote_only', '3.0.0').document,
      _meta: {
        [official]: {
          status: 'active',
          isLatest: true,
          publishedAt: '2026-10-01T00:00:00.000Z',
          updatedAt: '2026-11-20T00:00:00.000Z',
        },
      },
    })
    expect(Object.keys(current?.['_meta'] ?? {})).toEqual([official, 'example.assay/entry', 'example.assay/receipt'])
    expect(Object.keys(old?.['_meta'] ?? {}), 'the receipt is of another version').toEqual([
      official,
      'example.assay/entry',
    ])
    expect(RegistryApiDocument.strict().parse(mine?.server)).toEqual({
      name: 'example.assay/npm-own',
      title: 'own',
      description: expect.stringMatching(/^A long story\. .{70,}…$/),
      version: '1.0.0',
      packages: [{ registryType: 'npm', identifier: 'own', version: '1.0.0', transport: { type: 'stdio' } }],
    })
    expect(RegistryApiEntry.strict().parse(mine?.['_meta']['example.assay/entry'])).toMatchObject({
      slug: 'npm-own',
      grade: 'A',
      isLatest: true,
    })
  })

  it('brings receipts that verify with the published keys', async () => {
    const { body } = await ask('/v0.1/servers?search=npm-own')
    const keys = JSON.parse((await api.anonymous('GET', '/.well-known/assay-receipt-keys.json')).text)
    const { checks, statement } = verifyReceipt(JSON.stringify(body.servers[0]?.['_meta']['example.assay/receipt']), {
      keys,
      now: new Date(),
    })
    expect(checks.map(({ outcome }) => outcome)).toEqual(['holds', 'holds', 'holds'])
    expect(statement?.subject[0]?.name).toBe('pkg:npm/own@1.0.0')
  })

  it('goes on behind a cursor, whatever is added meanwhile', async () => {
    const seen: string[] = []
    let path: string | undefined = '/v0.1/servers?limit=1'
    for (let page = 0; path !== undefined && page < 20; page++) {
      const answer: Awaited<ReturnType<typeof ask>> = await ask(path)
      seen.push(...names(answer))
      if (page === 1) await db.insert(registryPublications).values(published('aa.first/added', '1.0.0'))
      path =
        answer.body.metadata.nextCursor === undefined
          ? undefined
          : `/v0.1/servers?limit=1&cursor=${answer.body.metadata.nextCursor}`
    }
    await db.delete(registryPublications).where(eq(registryPublications.name, 'aa.first/added'))
    expect(seen).toEqual([
      'io.github.other/remote_only@3.0.0',
      'io.github.owner/alpha@1.0.0',
      'io.github.owner/alpha@2.0.0',
      'example.assay/npm-own@1.0.0',
    ])
  })

  it.each([
    ['search=ALPHA', ['io.github.owner/alpha@1.0.0', 'io.github.owner/alpha@2.0.0']],
    ['search=remote_only', ['io.github.other/remote_only@3.0.0']],
    ['search=remoteXonly', []],
    ['search=%25', []],
    ['search=assay/npm-o', ['example.assay/npm-own@1.0.0']],
    ['search=assay/pm-o', []],
    [
      'version=latest',
      ['io.github.other/remote_only@3.0.0', 'io.github.owner/alpha@2.0.0', 'example.assay/npm-own@1.0.0'],
    ],
    ['version=1.0.0', ['io.github.owner/alpha@1.0.0', 'example.assay/npm-own@1.0.0']],
    ['updated_since=2026-11-10T00:00:00Z', ['io.github.other/remote_only@3.0.0']],
    ['include_deleted=true&search=remo', ['io.github.other/remote_only@3.0.0', 'io.github.owner/removed@1.0.0']],
    ['updated_since=2026-10-01T00:00:00Z&search=zgone', ['example.assay/npm-zgone@1.0.0']],
    ['cursor=&limit=&unknown=1&version=latest&search=npm-own', ['example.assay/npm-own@1.0.0']],
  ])('filters by %s', async (query, expected) => {
    expect(names(await ask(`/v0.1/servers?${query}`))).toEqual(expected)
  })

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'cursor=x',
    'cursor=bnVsbA',
    `cursor=${Buffer.from('{"name":"a"}').toString('base64url')}`,
    'updated_since=yesterday',
    'search=%00',
    `search=${'x'.repeat(300)}`,
    'include_deleted=maybe',
  ])('refuses %s in the words of the generic API', async (query) => {
    const { status, body } = await ask(`/v0.1/servers?${query}`)
    expect(status).toBe(400)
    expect(body.error).toEqual(expect.any(String))
  })

  it('treats an invented cursor as a position', async () => {
    expect(names(await ask(`/v0.1/servers?cursor=${cursorOf({ slug: "zz' or 1=1 --" })}`))).toEqual([])
  })

  it('counts requests, knows keys, answers unchanged pages with 304 and every origin', async () => {
    const first = await ask('/v0.1/servers?limit=2')
    expect(Number(first.headers.get('x-ratelimit-remaining'))).toBeLessThan(100)
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    expect((await ask('/v0.1/servers?limit=2', { 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304)
    expect((await ask('/v0.1/servers', { 'x-api-key': 'mcp_wrong' })).status).toBe(401)
    const account = await api.account('follower')
    expect((await account.call('GET', '/v0.1/servers')).headers.get('x-ratelimit-limit')).not.toBe(
      first.headers.get('x-ratelimit-limit'),
    )
    expect((await api.anonymous('OPTIONS', '/v0.1/servers')).headers.get('access-control-allow-headers')).toContain(
      'Authorization',
    )
    expect((await api.anonymous('POST', '/v0.1/servers', {})).status).toBe(405)
    expect((await ask('/v0.1/other')).status).toBe(404)
  })
})

describe('the versions of a server', async () => {
  const { key } = await api.account('reader')
  const read = (path: string) => ask(path, { 'x-api-key': key })

  it('are listed newest first, under the published name and under ours', async () => {
    expect(names(await read('/v0.1/servers/io.github.owner%2Falpha/versions'))).toEqual([
      'io.github.owner/alpha@2.0.0',
      'io.github.owner/alpha@1.0.0',
    ])
    expect(names(await read('/v0.1/servers/example.assay%2Fnpm-own/versions'))).toEqual(['example.assay/npm-own@1.0.0'])
  })

  it('are read one by one', async () => {
    for (const version of ['latest', '2.0.0'])
      expect(
        JSON.parse((await read(`/v0.1/servers/io.github.owner%2Falpha/versions/${version}`)).text).server.version,
      ).toBe('2.0.0')
    expect(JSON.parse((await read('/v0.1/servers/example.assay%2Fnpm-own/versions/latest')).text).server.version).toBe(
      '1.0.0',
    )
  })

  it('are unknown of hidden, deleted and invented ones, and lead from a merged server to the elder', async () => {
    for (const path of [
      'io.github.owner%2Fhidden/versions',
      'io.github.owner%2Fremoved/versions/latest',
      'example.assay%2Fnpm-hidden/versions',
      'example.assay%2Fnpm-own/versions/9.9.9',
      'no%2Fbody/versions/latest',
    ]) {
      const { status, body } = await read(`/v0.1/servers/${path}`)
      expect([status, typeof body.error], path).toEqual([404, 'string'])
    }
    const moved = await fetch(`${api.address}/v0.1/servers/example.assay%2Fnpm-joined/versions/latest`, {
      redirect: 'manual',
      headers: { 'x-api-key': key },
    })
    expect([moved.status, moved.headers.get('location')]).toEqual([
      308,
      'https://assay.example/v0.1/servers/example.assay%2Fnpm-own/versions/latest',
    ])
    expect((await read('/v0.1/servers/%E0%A4%A/versions')).status).toBe(400)
  })
})

describe('names of our own', () => {
  it('are of the reversed host, and short enough for every slug', () => {
    expect(registryApiNamespace('https://scan.acme.example:8443/x')).toBe('example.acme.scan')
    expect(registryApiNamespace('http://127.0.0.1:3000')).toBe('127.0.0.1')
    const id = '6b1f3c9e-8a52-4c1d-9a77-0d2f5e8b1c34'
    expect(registryApiNameOf('https://a.example', { id, slug: `npm-${'x'.repeat(250)}` })).toBe(`example.a/${id}`)
    expect(slugSearch('https://a.example', 'example.b/x')).toBe('none')
    expect(slugSearch('https://a.example', 'AMPLE')).toBe('any')
  })
})

describe('GET /servers/:slug/badge.svg', () => {
  const badge = async (slug: string, headers: Record<string, string> = {}) =>
    api.anonymous('GET', `/servers/${slug}/badge.svg`, undefined, headers)

  it('shows grade and day, and may be kept for an hour, outside the rate limits', async () => {
    const { status, text, headers } = await badge('npm-own')
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
      'public, max-age=3600, stale-while-revalidate=300',
    ])
    expect(text).toContain('A  2026-11-01')
    expect(text).not.toMatch(/<script|<style|href|url\((?!#)/)
    expect(headers.get('x-ratelimit-remaining')).toBeNull()
    expect((await badge('npm-own', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304)
  })

  it('is the elder’s for a merged server, and says unknown of hidden ones and of what is no slug', async () => {
    expect((await badge('npm-joined')).text).toBe((await badge('npm-own')).text)
    for (const slug of ['npm-hidden', 'npm-nobody', '%3Cscript%3E', '%00', '%E0%A4%A', 'x'.repeat(400)]) {
      const { status, text } = await badge(slug)
      expect([status, text.includes('unknown'), text.includes('<script')], slug).toEqual([404, true, false])
    }
  })
})
