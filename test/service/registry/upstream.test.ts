import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { listRegistryFeeds } from '../../../src/service/db/registry/feeds.ts'
import { outgoingLimits } from '../../../src/engine/net/outgoing-limits.ts'
import { upstreamLimits } from '../../../src/service/registry/upstream/upstream-limits.ts'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { followRegistry } from '../../../src/service/registry/upstream/follow-registry.ts'
import { withRealSockets } from '../../engine/net/loopback.ts'
import { startMcpRegistryStandIn, type StandInRecord } from '../../support/mcp-registry-stand-in.ts'
import { testDatabase } from '../../support/test-database.ts'

withRealSockets()
const { db, sql } = await testDatabase()
const upstream = await startMcpRegistryStandIn([])
const network = createNetwork({
  allowedNetworks: parseAllowedNetworks('upstream=127.0.0.1/32'),
  upstreams: [upstream.url],
  limits: { ...outgoingLimits, maxAttempts: 1 },
})
afterAll(async () => {
  await upstream[Symbol.asyncDispose]()
  await network[Symbol.asyncDispose]()
})

const start = Date.parse('2026-05-01T00:00:00Z')
const at = (minute: number) => new Date(start + minute * 60_000)
const never = new AbortController().signal
const follow = (minute: number, signal = never) =>
  followRegistry({ db, network, base: upstream.url, log: pino({ level: 'silent' }) }, { now: () => at(minute), signal })
const feed = async () => (await listRegistryFeeds(db))[0]
const published = async () =>
  (await sql`select name || '@' || version as key from registry_publications where status <> 'deleted' order by 1`).map(
    (row) => String(row['key']),
  )
const wanted = async () => (await sql`select key from registry_intake order by 1`).map((row) => String(row['key']))

const npm = (identifier: string, version: string) => ({
  packages: [{ registryType: 'npm', identifier, version, transport: { type: 'stdio' } }],
})

/** 300 servers with 400 versions. */
function crawl(): StandInRecord[] {
  return Array.from({ length: 300 }, (_, index) => {
    const name = `io.github.owner${index % 40}/server-${index}`
    const latest: StandInRecord = {
      name,
      version: '1.1.0',
      updatedAt: at(-1_000 + index).toISOString(),
      server: npm(`server-${index}`, '1.1.0'),
    }
    return index % 3 === 0
      ? [latest, { ...latest, version: '1.0.0', isLatest: false, server: npm(`server-${index}`, '1.0.0') }]
      : [latest]
  }).flat()
}
const keysOf = (records: readonly StandInRecord[]) =>
  records
    .filter(({ status }) => status !== 'deleted')
    .map(({ name, version }) => `${name}@${version}`)
    .toSorted()

beforeEach(async () => {
  await sql`delete from registry_feeds`
  await sql`delete from registry_intake`
  await sql`delete from registry_servers`
  upstream.records.splice(0, Infinity)
  upstream.answer = () => undefined
  Object.assign(upstream.requests, { length: 0 })
})

describe('a walk through a registry', () => {
  it('stores every version once, asks for its scan once, and then asks only for what was updated since', async () => {
    upstream.records.push(...crawl())
    expect(await follow(0)).toEqual({ outcome: 'complete', pages: 4, changed: 400 })
    expect(await published()).toEqual(keysOf(upstream.records))
    expect(await wanted()).toHaveLength(400)
    expect(await feed()).toMatchObject({
      cursor: null,
      walkStartedAt: null,
      completedFrom: at(0),
      syncedAt: at(0),
      lastError: null,
    })
    expect(await follow(60)).toMatchObject({ outcome: 'complete', changed: 0 })
    expect(upstream.requests.at(-1)).toContain(`updated_since=${encodeURIComponent(at(-10).toISOString())}`)
    expect(await wanted()).toHaveLength(400)
  })

  it(
    'survives what a crawl brings: duplicates, deletions, renames, broken pages, and a server that dies in ' +
      'its middle',
    async () => {
      upstream.records.push(...crawl())
      upstream.records.push(...upstream.records.slice(0, 30))
      upstream.answer = (number) =>
        number === 2 ? 'dies' : number === 3 ? '{"servers": [{"server"' : number === 4 ? 503 : undefined
      expect(await follow(0)).toMatchObject({
        outcome: 'failed',
        pages: 2,
        error: expect.stringMatching(/^unreachable: /),
      })
      const { cursor } = (await feed()) ?? {}
      expect(cursor).not.toBeNull()
      expect(await follow(10)).toMatchObject({
        outcome: 'failed',
        pages: 0,
        error: expect.stringMatching(/^broken-page: /),
      })
      expect(await follow(20)).toMatchObject({
        outcome: 'failed',
        pages: 0,
        error: expect.stringMatching(/^unreachable: .*503/),
      })
      expect(await feed()).toMatchObject({ cursor, lastError: expect.stringContaining('503') })
      expect(await follow(30)).toMatchObject({ outcome: 'complete' })
      expect(await published()).toEqual([...new Set(keysOf(upstream.records))])
      // Between the passes, one record is deleted, one is renamed, one gets a version, and one is deprecated.
      upstream.records.splice(0, 30)
      const [deleted, renamed, updated, deprecated] = upstream.records.filter(({ version }) => version === '1.1.0')
      if (!deleted || !renamed || !updated || !deprecated) throw new Error('there are too few records')
      const change = (record: StandInRecord, more: Partial<StandInRecord>) => {
        upstream.records[upstream.records.indexOf(record)] = { ...record, ...more, updatedAt: at(40).toISOString() }
      }
      change(deleted, { status: 'deleted' })
      change(renamed, { status: 'deleted' })
      upstream.records.push({ ...renamed, name: 'io.github.new/name', updatedAt: at(40).toISOString() })
      change(updated, { isLatest: false })
      upstream.records.push({
        ...updated,
        version: '2.0.0',
        updatedAt: at(41).toISOString(),
        server: npm('updated', '2.0.0'),
      })
      change(deprecated, { status: 'deprecated' })
      const before = await wanted()
      expect(await follow(60)).toMatchObject({ outcome: 'complete', changed: 6 })
      expect(await published()).toEqual([...new Set(keysOf(upstream.records))])
      expect((await wanted()).filter((key) => !before.includes(key))).toEqual(['npm:updated@2.0.0'])
      expect(await sql`select version from registry_publications where name = ${updated.name} and is_latest`).toEqual([
        { version: '2.0.0' },
      ])
      expect(
        await sql`select status from registry_publications where name = ${deprecated.name} and version = '1.1.0'`,
      ).toEqual([{ status: 'deprecated' }])
    },
  )

  it('goes on where it was killed, at whichever page, without loss and without anything twice', async () => {
    upstream.records.push(...crawl())
    for (let minute = 0; minute < 4; minute += 1) {
      const killed = new AbortController()
      const asked = upstream.requests.length
      // The process is killed while it requests the second page.
      upstream.answer = (number) => {
        if (number === asked + 1) killed.abort(new Error('killed'))
        return undefined
      }
      await follow(minute, killed.signal).catch(() => {})
    }
    upstream.answer = () => undefined
    expect((await feed())?.completedFrom ?? (await follow(9)).outcome).toBeTruthy()
    expect(await published()).toEqual(keysOf(upstream.records))
    expect(new Set(await wanted()).size).toBe(400)
    const cursors = upstream.requests.map((query) => new URLSearchParams(query).get('cursor'))
    expect(new Set(cursors).size).toBe(4)
  })

  it('counts a page once where two processes walk at the same time', async () => {
    upstream.records.push(...crawl())
    const outcomes = await Promise.all([follow(0), follow(0), follow(0)])
    while ((await feed())?.completedFrom === null) outcomes.push(await follow(1))
    expect(outcomes.reduce((sum, { changed }) => sum + changed, 0)).toBe(400)
    expect(await published()).toEqual(keysOf(upstream.records))
  })
})

describe('hostile answers', () => {
  it('lose a record that cannot be read, by name, and no other', async () => {
    const meta = (status: string) => ({
      'io.modelcontextprotocol.registry/official': { status, isLatest: true, updatedAt: at(0).toISOString() },
    })
    const odd = [
      null,
      'text',
      {},
      { server: { name: 'no-namespace', version: '1' }, _meta: meta('active') },
      { server: { name: 'a.b/c', version: '1.0.0' }, _meta: meta('gone') },
      { server: { name: 'a.b/nul', version: '1.0.0', description: '\u0000' }, _meta: meta('active') },
      {
        server: { name: 'a.b/large', version: '1.0.0', title: 'x'.repeat(upstreamLimits.maxRecordCharacters) },
        _meta: meta('active'),
      },
      {
        server: {
          name: 'a.b/fine',
          version: '1.0.0',
          packages: [
            null,
            { registryType: 'npm', identifier: '../../x', version: '1.0.0' },
            { registryType: 'oci', identifier: 'x' },
            { registryType: 'pypi', identifier: 'Fine_One', version: '2.0' },
          ],
          repository: { url: 'https://github.com/a/b', source: 'github', subfolder: '../..' },
        },
        _meta: meta('active'),
      },
    ]
    upstream.records.push(
      ...odd.map((raw, index) => ({ name: `x/${index}`, version: '1', updatedAt: at(0).toISOString(), raw })),
    )
    expect(await follow(0)).toMatchObject({ outcome: 'complete', changed: 1 })
    expect(await published()).toEqual(['a.b/fine@1.0.0'])
    expect(await wanted()).toEqual(['pypi:fine-one@2.0'])
    expect((await feed())?.skipped).toHaveLength(7)
    expect((await feed())?.skipped.join(' ')).toMatch(
      new RegExp(
        String.raw`Record 5 of a page, a\.b\/c: .*status.*` +
          String.raw`a\.b\/nul: it contains characters that cannot be stored.*a\.b\/large: it has more than`,
      ),
    )
  })

  it('stop an endless walk, and the next one starts again', async () => {
    upstream.answer = (number) => JSON.stringify({ servers: [], metadata: { nextCursor: `c${number % 3}` } })
    expect(await follow(0)).toMatchObject({ outcome: 'failed', error: expect.stringMatching(/^endless: /) })
    expect(await feed()).toMatchObject({
      cursor: null,
      walkStartedAt: null,
      completedFrom: null,
      lastError: expect.stringContaining('loop'),
    })
  })

  it('keep the position of the walk when a page is invalid', async () => {
    upstream.records.push(...crawl())
    const broken: (string | number)[] = [
      '[]',
      '{"servers": {}}',
      JSON.stringify({ servers: Array.from({ length: 101 }, () => ({})) }),
      JSON.stringify({ servers: [], metadata: { nextCursor: 'x'.repeat(3_000) } }),
      `{"servers": [], "x": "${'x'.repeat(upstreamLimits.maxPageBytes)}"}`,
    ]
    upstream.answer = (number) => (number === 0 ? undefined : broken[number - 1])
    const errors = []
    for (let minute = 0; minute < broken.length; minute += 1) errors.push((await follow(minute)).error?.split(':')[0])
    expect(errors).toEqual(['broken-page', 'broken-page', 'broken-page', 'broken-page', 'too-large'])
    expect(await follow(9)).toMatchObject({ outcome: 'complete', pages: 3 })
    expect(await published()).toEqual(keysOf(upstream.records))
  })

  it('restart the walk when the registry has forgotten the cursor', async () => {
    upstream.records.push(...crawl())
    upstream.answer = (number) => (number === 2 ? 400 : undefined)
    expect(await follow(0)).toMatchObject({ outcome: 'failed', pages: 2, error: expect.stringMatching(/^refused: /) })
    expect(await follow(1)).toMatchObject({ outcome: 'complete', pages: 4, changed: 200 })
  })
})

describe('a repository', () => {
  it(
    'is wanted again with each new version, as nothing of ours asks for its head while it has no entry, and ' +
      'once only for each',
    async () => {
      const record: StandInRecord = {
        name: 'io.github.o/r',
        version: '1.0.0',
        updatedAt: at(0).toISOString(),
        server: { repository: { url: 'https://github.com/o/r', source: 'github' } },
      }
      upstream.records.push(record)
      await follow(1)
      expect(await wanted()).toEqual(['git:https://github.com/o/r@: version 1.0.0'])
      upstream.records.splice(
        0,
        1,
        { ...record, isLatest: false, updatedAt: at(2).toISOString() },
        { ...record, version: '1.1.0', updatedAt: at(2).toISOString() },
      )
      for (const minute of [3, 4]) await follow(minute)
      expect(await wanted()).toEqual([
        'git:https://github.com/o/r@: version 1.0.0',
        'git:https://github.com/o/r@: version 1.1.0',
      ])
    },
  )
})

describe('servers of ours', () => {
  const server = async (slug: string, source: { type: string; url: string; folder?: string }) => {
    const [row] = await sql`insert into registry_servers (id, slug, name, category, source_type, status)
        values (gen_random_uuid(), ${slug}, ${slug}, 'other', ${source.type}, 'active') returning id`
    await sql`insert into registry_sources (id, server_id, type, canonical_url, folder, name, declares)
      values (gen_random_uuid(), ${row?.['id']}, ${source.type}, ${source.url}, ${source.folder ?? ''}, ${slug}, '{}')`
  }
  const statuses = async () =>
    Object.fromEntries(
      (await sql`select slug, status from registry_servers`).map((row) => [row['slug'], row['status']]),
    )

  it('are removed when all of their publications are, and come back with one', async () => {
    await server('npm-a', { type: 'npm', url: 'https://www.npmjs.com/package/a' })
    await server('github-o-r-x', { type: 'git', url: 'https://github.com/o/r', folder: 'x' })
    await server('github-v-r', { type: 'git', url: 'https://github.com/v/r' })
    const repository = (url: string, subfolder?: string) => ({ repository: { url, source: 'github', subfolder } })
    upstream.records.push(
      {
        name: 'io.github.o/a',
        version: '1.0.0',
        updatedAt: at(0).toISOString(),
        isLatest: false,
        server: npm('a', '1.0.0'),
      },
      { name: 'io.github.o/a', version: '1.0.1', updatedAt: at(0).toISOString(), server: npm('a', '1.0.1') },
      {
        name: 'io.github.o/x',
        version: '1.0.0',
        updatedAt: at(0).toISOString(),
        server: repository('https://github.com/O/R.git', '/x/'),
      },
      // A repository of another owner, who has a different namespace.
      {
        name: 'io.github.o/v',
        version: '1.0.0',
        updatedAt: at(0).toISOString(),
        server: repository('https://github.com/v/r'),
      },
    )
    await follow(1)
    expect(await wanted()).toEqual([
      'git:https://github.com/o/r@:HEAD/x version 1.0.0',
      'git:https://github.com/v/r@: version 1.0.0',
      'npm:a@1.0.0',
      'npm:a@1.0.1',
    ])
    const remove = (minute: number, ...names: string[]) => {
      upstream.records.forEach((record, index) => {
        if (names.includes(`${record.name}@${record.version}`))
          upstream.records[index] = { ...record, status: 'deleted', updatedAt: at(minute).toISOString() }
      })
    }
    remove(2, 'io.github.o/a@1.0.1', 'io.github.o/v@1.0.0')
    await follow(3)
    expect(await statuses()).toEqual({ 'npm-a': 'active', 'github-o-r-x': 'active', 'github-v-r': 'active' })
    remove(4, 'io.github.o/a@1.0.0', 'io.github.o/x@1.0.0')
    await follow(5)
    expect(await statuses()).toEqual({ 'npm-a': 'removed', 'github-o-r-x': 'removed', 'github-v-r': 'active' })
    upstream.records.push({
      name: 'io.github.o/a',
      version: '2.0.0',
      updatedAt: at(6).toISOString(),
      server: npm('a', '2.0.0'),
    })
    await follow(7)
    expect(await statuses()).toMatchObject({ 'npm-a': 'active' })
  })
})
