import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { registryFeeds, registryPublications } from '../../../../src/service/db/registry/publications-schema.ts'
import { registryServers } from '../../../../src/service/db/registry/servers-schema.ts'
import { testApi } from '../../../support/test-api.ts'
import { insertReceiptedServer } from '../receipts/receipted-server.ts'
import { GenericError, GenericList, GenericRecord } from './generic-api.ts'

const api = await testApi()
const { db } = api
const { key } = await api.account('client')
const base = 'https://registry.example'

/** All fields of a document. */
const whole = {
  name: 'io.github.owner/whole',
  title: 'Whole',
  description: 'All that a document can have',
  version: '1.2.0',
  websiteUrl: 'https://whole.example/docs',
  repository: { url: 'https://github.com/owner/whole', source: 'github', id: '42', subfolder: 'packages/server' },
  icons: [{ src: 'https://whole.example/icon.png', sizes: ['48x48', 'any'], theme: 'dark' }],
  packages: [
    {
      registryType: 'npm',
      registryBaseUrl: 'https://packages.example',
      identifier: 'whole',
      version: '1.2.0',
      runtimeHint: 'npx',
      transport: { type: 'stdio' },
      runtimeArguments: [
        { type: 'named', name: '--port', value: '{port}', variables: { port: { format: 'number', isRequired: true } } },
      ],
      packageArguments: [{ type: 'positional', valueHint: 'folder', isRepeated: true }],
      environmentVariables: [{ name: 'WHOLE_TOKEN', isSecret: true, description: 'A token' }],
    },
  ],
  remotes: [
    { type: 'streamable-http', url: 'https://whole.example/mcp', headers: [{ name: 'Authorization', isSecret: true }] },
  ],
  _meta: { 'io.modelcontextprotocol.registry/publisher-provided': { tool: 'publisher' } },
}
const published = (
  document: { readonly name: string; readonly version: string },
  more: Partial<typeof registryPublications.$inferInsert> = {},
) => ({
  base,
  name: document.name,
  version: document.version,
  document,
  status: 'active' as const,
  isLatest: true,
  publishedAt: new Date('2026-10-01T00:00:00Z'),
  updatedAt: new Date('2026-10-02T00:00:00Z'),
  seenAt: new Date(),
  ...more,
})

await db.insert(registryFeeds).values({ base })
const own = await insertReceiptedServer(db, { slug: 'npm-own' })
await insertReceiptedServer(db, { slug: 'npm-quiet', description: '' })
const long = await insertReceiptedServer(db, {
  slug: `npm-${'long'.repeat(60)}`,
  name: 'Long\n'.repeat(60),
  description: '\u{1F9EA}'.repeat(90),
})
const gone = await insertReceiptedServer(db, { slug: 'npm-gone' })
await db.update(registryServers).set({ status: 'removed' }).where(eq(registryServers.id, gone.id))
await db
  .update(registryServers)
  .set({
    sourceType: 'git',
    npmPackage: '',
    repositoryUrl: 'https://git.example/owner/long',
    version: 'c0ffee'.repeat(6).slice(0, 40),
  })
  .where(eq(registryServers.id, long.id))
await db
  .insert(registryPublications)
  .values([
    published(whole, { serverId: own.id }),
    published({ ...whole, version: '1.1.0+build.7' }, { isLatest: false, publishedAt: null, status: 'deprecated' }),
    published({ ...whole, name: 'io.github.owner/gone', version: '0.1.0' }, { status: 'deleted' }),
  ])

const ask = async (path: string) => {
  const { status, text, headers } = await api.anonymous('GET', path, undefined, { 'x-api-key': key })
  return { status, type: headers.get('content-type'), document: JSON.parse(text) as unknown }
}

describe('the generic registry API, as its clients know it', () => {
  const lists: readonly (readonly [string, number])[] = [
    ['', 4],
    ['?limit=1', 1],
    ['?limit=100', 4],
    ['?search=WHOLE', 2],
    ['?search=npm-', 2],
    ['?updated_since=2026-10-02T00:00:00%2B02:00', 6],
    ['?updated_since=2026-10-01T00:00:00.5Z&search=whole', 2],
    ['?version=latest', 3],
    ['?version=1.2.0', 1],
    ['?version=1.1.0%2Bbuild.7', 1],
    ['?include_deleted=true', 6],
    ['?include_deleted=false', 4],
  ]
  it.each(lists)('answers a list %s in its shape', async (query, count) => {
    const { status, type, document } = await ask(`/v0.1/servers${query}`)
    expect([status, type]).toEqual([200, 'application/json; charset=utf-8'])
    expect(GenericList.parse(document).servers).toHaveLength(count)
  })

  it('leads by its cursors to everything, each once, in its shape', async () => {
    const seen: string[] = []
    let cursor: string | undefined = ''
    while (cursor !== undefined && seen.length < 50) {
      const list: typeof GenericList._output = GenericList.parse(
        (
          await ask(
            `/v0.1/servers?limit=2&include_deleted=true${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
          )
        ).document,
      )
      seen.push(...list.servers.map(({ server }) => `${server.name}@${server.version}`))
      cursor = list.metadata.nextCursor
    }
    const all = GenericList.parse((await ask('/v0.1/servers?limit=100&include_deleted=true')).document)
    expect(seen).toEqual(all.servers.map(({ server }) => `${server.name}@${server.version}`))
    expect(new Set(seen).size).toBe(6)
  })

  it('answers every version of every server that it lists under its own path', async () => {
    const { servers } = GenericList.parse((await ask('/v0.1/servers?include_deleted=true')).document)
    for (const {
      server: { name, version },
    } of servers) {
      const path = `/v0.1/servers/${encodeURIComponent(name)}/versions`
      const versions = GenericList.parse((await ask(`${path}?include_deleted=true`)).document)
      expect(
        versions.servers.map(({ server }) => server.version),
        name,
      ).toContain(version)
      const one = GenericRecord.parse(
        (await ask(`${path}/${encodeURIComponent(version)}?include_deleted=true`)).document,
      )
      expect([one.server.name, one.server.version]).toEqual([name, version])
      GenericRecord.parse((await ask(`${path}/latest?include_deleted=true`)).document)
    }
  })

  it('hands a document on as it was published, and tells newest versions first', async () => {
    const [newest, older] = GenericList.parse(
      (await ask('/v0.1/servers/io.github.owner%2Fwhole/versions')).document,
    ).servers
    expect(newest?.server).toEqual(whole)
    expect(older?.['_meta']['io.modelcontextprotocol.registry/official']).toEqual({
      status: 'deprecated',
      updatedAt: '2026-10-02T00:00:00.000Z',
      isLatest: false,
    })
  })

  it.each([
    ['/v0.1/servers/io.github.owner%2Fnobody/versions', 404],
    ['/v0.1/servers/io.github.owner%2Fwhole/versions/9.9.9', 404],
    ['/v0.1/servers/io.github.owner%2Fgone/versions/latest', 404],
    ['/v0.1/servers?limit=none', 400],
    ['/v0.1/servers?updated_since=today', 400],
    ['/v0.1/servers?include_deleted=perhaps', 400],
    ['/v0.1/servers?cursor=made-up', 400],
  ])('answers %s with %i and a sentence', async (path, status) => {
    const answer = await ask(path)
    expect(answer.status).toBe(status)
    GenericError.parse(answer.document)
  })
})
