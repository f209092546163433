import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../../../src/service/db/client.ts'
import { hasEntriesOfOtherMethod } from '../../../../src/service/db/registry/entries.ts'
import { listPublished, listUnpublished } from '../../../../src/service/db/registry/registry-api.ts'
import { mcpRegistrySearchLimits } from '../../../../src/service/db/registry/mcp-registry-search-limits.ts'
import { testApi } from '../../../support/test-api.ts'

const { db, anonymous } = await testApi()

const servers = 40_000
const base = 'https://registry.example'
// The last servers in the order belong to one owner, so that a walk from the start finds none of them.
const owner = sql`case when n > ${servers * 0.6} then 'zebra' else 'owner' || n % 50 end`

// Triggers are disabled. A page needs none of the data that they maintain.
await db.execute(sql`alter table registry_servers disable trigger user`)
await db.execute(sql`insert into registry_feeds (base) values (${base})`)
await db.execute(sql`
  insert into registry_servers (id, slug, name, category, source_type, status, version, method)
  select gen_random_uuid(), case n when 31000 then 'npm-quillfeather'
  else 'npm-' || (case when n > ${servers * 0.6} then 'zebra-' else '' end) || md5(n::text)
  end, 'server', 'web', 'npm', 'active', '1.0.0', '1' from generate_series(1, ${servers}) n`)
await db.execute(sql`
  insert into registry_publications (base, name, version, document, status, is_latest, updated_at, seen_at)
  select ${base}, 'io.github.' || (${owner}) || '/' || case n when 23000 then 'Quillfeather_50%' else md5(n::text)
  end, '1.0.' || n % 7, '{}', 'active', true, now(), now() from generate_series(1, ${servers}) n`)
await db.execute(sql`vacuum analyze registry_servers`)
await db.execute(sql`vacuum analyze registry_publications`)

/** Returns the rows of both tables that the database counts as read while `act` runs, by any method. */
async function rowsRead(act: (tx: Database) => Promise<unknown>): Promise<number> {
  return db.transaction(async (tx) => {
    const before = await touched(tx)
    await act(tx)
    return (await touched(tx)) - before
  })
}

async function touched(tx: Database): Promise<number> {
  const [row] = await tx.execute<{ read: number }>(
    sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as read from pg_stat_xact_user_tables
      where relname in ('registry_publications', 'registry_servers')`,
  )
  return row?.read ?? Infinity
}

const { maxWalkedNames: walkedNames, maxGatheredNames: gatheredNames } = mcpRegistrySearchLimits
const page = { limit: 31 }

describe('a search of the generic API', () => {
  it('reads a rare name from an index, and finds it', async () => {
    const filter = { search: 'llfeather_50%', withDeleted: false }
    expect((await listPublished(db, filter, page)).rows.map(({ publication }) => publication.name)).toEqual([
      'io.github.owner0/Quillfeather_50%',
    ])
    expect(
      (await listUnpublished(db, filter, { limit: 31, search: { text: 'llfeat', isBeginning: false } })).rows.map(
        ({ slug }) => slug,
      ),
    ).toEqual(['npm-quillfeather'])
    expect(
      (await listUnpublished(db, filter, { limit: 31, search: { text: 'npm-quill', isBeginning: true } })).rows,
    ).toHaveLength(1)
    // A walk that first looks for its end, and the rows that the index finds.
    const most = 2 * walkedNames + 1_000
    expect(await rowsRead((tx) => listPublished(tx, filter, page))).toBeLessThan(most)
    expect(
      await rowsRead((tx) =>
        listUnpublished(tx, filter, { limit: 31, search: { text: 'llfeat', isBeginning: false } }),
      ),
    ).toBeLessThan(most)
  })

  it.each(['nowhere-at-all', 'q~', 'zebra/0000', 'zebra', 'io.github', 'a'])(
    'reads a bounded part for %s',
    async (search) => {
      const most = 2 * walkedNames + gatheredNames + 1_000
      expect(await rowsRead((tx) => listPublished(tx, { search, withDeleted: false }, page))).toBeLessThan(most)
      expect(
        await rowsRead((tx) =>
          listUnpublished(tx, { withDeleted: false }, { limit: 31, search: { text: search, isBeginning: false } }),
        ),
      ).toBeLessThan(most)
    },
  )

  it('reads a bounded part for a version that nothing has', async () => {
    expect(await rowsRead((tx) => listPublished(tx, { version: '9.9.9', withDeleted: false }, page))).toBeLessThan(
      2 * walkedNames + 1_000,
    )
    expect(
      await rowsRead((tx) => listUnpublished(tx, { version: '9.9.9', withDeleted: false }, { limit: 31 })),
    ).toBeLessThan(2 * walkedNames + 1_000)
  })

  it('reads what was changed since a moment from indexes, and finds it by its server too', async () => {
    const moment = new Date(Date.now() + 60 * 60_000)
    const changed = sql`${new Date(moment.getTime() + 1_000).toISOString()}::timestamptz`
    const last = async (slug: string) =>
      (await db.execute<{ id: string }>(sql`select id from registry_servers where slug = ${slug}`))[0]?.id
    const [elder, part] = [
      await last('npm-quillfeather'),
      (
        await db.execute<{ id: string }>(
          sql`select max(id::text) as id from registry_servers where slug <> 'npm-quillfeather'`,
        )
      )[0]?.id,
    ]
    await db.execute(sql`update registry_servers set updated_at = ${changed} where id = ${elder}`)
    await db.execute(sql`update registry_servers set merged_into = ${elder} where id = ${part}`)
    await db.execute(
      sql`update registry_publications set updated_at = ${changed}
        where name = (select max(name) from registry_publications)`,
    )
    await db.execute(sql`update registry_publications set server_id = ${part} where name like '%Quillfeather%'`)
    const filter = { updatedSince: moment, withDeleted: true }
    const published = (await listPublished(db, filter, page)).rows.map(({ publication }) => publication.name)
    expect(published).toEqual(['io.github.owner0/Quillfeather_50%', expect.stringContaining('io.github.zebra/')])
    expect((await listUnpublished(db, { ...filter, version: 'latest' }, page)).rows.map(({ slug }) => slug)).toEqual([
      'npm-quillfeather',
    ])
    const most = 2 * walkedNames + 1_000
    expect(await rowsRead((tx) => listPublished(tx, filter, page))).toBeLessThan(most)
    expect(await rowsRead((tx) => listUnpublished(tx, filter, page))).toBeLessThan(most)
    // All servers changed since then. The walk finds the first of them.
    const long = { ...filter, updatedSince: new Date(0) }
    expect((await listPublished(db, long, page)).rows).toHaveLength(31)
    expect(await rowsRead((tx) => listPublished(tx, long, page))).toBeLessThan(most + gatheredNames)
  })

  it('says where it goes on where more match than are gathered, and none in the walk', async () => {
    const first = await listPublished(db, { search: 'zebra', withDeleted: false }, page)
    expect(first.rows).toEqual([])
    expect(first.lookedUntil).toBeDefined()
    let [path, pages, found] = ['/v0.1/servers?search=hub.zebra&limit=5' as string | undefined, 0, 0]
    while (path !== undefined && found === 0 && pages < 10) {
      const { servers: records, metadata } = JSON.parse((await anonymous('GET', path)).text) as {
        servers: { server: { name: string } }[]
        metadata: { nextCursor?: string }
      }
      pages += 1
      found += records.length
      path =
        metadata.nextCursor === undefined
          ? undefined
          : `/v0.1/servers?search=hub.zebra&limit=5&cursor=${metadata.nextCursor}`
    }
    expect([found, pages]).toEqual([5, 3])
  })
})

it('whether any server has another version of the formula is read from the ends of an index', async () => {
  expect(await hasEntriesOfOtherMethod(db, '1')).toBe(false)
  expect(await rowsRead((tx) => hasEntriesOfOtherMethod(tx, '1'))).toBe(0)
  for (const method of ['0', '2']) {
    expect(await hasEntriesOfOtherMethod(db, method)).toBe(true)
    expect(await rowsRead((tx) => hasEntriesOfOtherMethod(tx, method))).toBeLessThan(10)
  }
})
