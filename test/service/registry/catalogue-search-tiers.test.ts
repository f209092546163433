import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { readSearchTerms } from '../../../src/service/db/registry/search-terms.ts'
import { searchServers } from '../../../src/service/db/registry/search.ts'
import { countWords, foldTallies } from '../../../src/service/db/registry/statistics-upkeep.ts'
import { catalogueLimits } from '../../../src/service/db/registry/catalogue-limits.ts'
import { serverSorts } from '../../../src/engine/model/registry-server.ts'
import { testApi } from '../../support/test-api.ts'

const { db } = await testApi()

const [servers, share] = [8_000, 4]

/**
 * Every fourth server has a word in its description: too many matches to gather, and too few to find soon by walking
 * the ranking.
 */
await db.execute(sql`
  insert into registry_servers (id, slug, name, description, category, language, source_type, status, security_score,
  grade, popularity)
  select gen_random_uuid(), 'npm-' || n, 'n' || md5(n::text), case when n % ${share}::int = 0 then 'Of a quarter'
  else 'Of others' end, 'other', 'go', 'npm', 'active', 50, 'D', n * 7919 % 101
  from generate_series(1, ${servers}) n`)
await countWords(db)

const quarter = (limit: number) => searchServers(db, { text: 'quarter', filter: {}, limit, offset: 0 })

/** Returns the result of sorting all matches. */
async function sorted(limit: number): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(
    sql`select server_id as id from registry_search where words @@ 'quarter' order by rank desc, server_id
      limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

it('counts how many servers stand how far up', async () => {
  const counted = await db.execute(
    sql`select least_rank, servers from registry_tier_counts
      where servers <> (select count(*) from registry_search where rank >= least_rank)`,
  )
  expect([...counted]).toEqual([])
  expect((await db.execute(sql`select from registry_tier_counts`)).length).toBeGreaterThan(0)
})

it('reads the tiers that narrow a search', async () => {
  const counted = await db.execute(
    sql`select least_rank as "minRank", servers from registry_tier_counts where servers > 0 order by servers`,
  )
  expect(counted.length).toBeGreaterThan(0)
  expect((await readSearchTerms(db, 'quarter', {}))?.tiers).toEqual([...counted])
})

it('finds the first in rank of what many have, from the highest ones on, as sorting all of them would', async () => {
  expect(servers / share).toBeGreaterThan(catalogueLimits.maxGatheredRows)
  for (const limit of [1, 20, 100, 400]) {
    const { found, relation } = await quarter(limit)
    expect(
      found.map(({ id }) => id),
      `${limit}`,
    ).toEqual(await sorted(limit))
    expect(relation).toBe('at-least')
  }
  const all = await quarter(servers)
  expect([all.found.length, all.total, all.relation]).toEqual([servers / share, servers / share, 'exact'])
})

it('finds those that came up, and no more those that went down', async () => {
  await db.execute(
    sql`update registry_servers set popularity = 100, security_score = 100, grade = 'A+' where slug = 'npm-4'`,
  )
  await db.execute(
    sql`update registry_servers set popularity = 0
      where id in (select server_id from registry_search where words @@ 'quarter' and rank < 85 order by rank desc
      limit 5)`,
  )
  const { found } = await quarter(20)
  expect(found.map(({ id }) => id)).toEqual(await sorted(20))
  expect([...(await db.execute(sql`select slug from registry_servers where id = ${found[0]?.id}`))]).toEqual([
    { slug: 'npm-4' },
  ])
})

it('finds the same where tiers are not counted, or wrongly', async () => {
  const expected = await sorted(20)
  await db.execute(sql`update registry_tier_counts set servers = servers * 20`)
  expect((await quarter(20)).found.map(({ id }) => id)).toEqual(expected)
  await db.execute(sql`delete from registry_tier_counts`)
  expect((await quarter(20)).found.map(({ id }) => id)).toEqual(expected)
})

it.each([
  ['n', 'too many names to gather'],
  ['n1', 'many, of which those far up are enough'],
  ['n12', 'few'],
])('finds the first in rank of the names that begin with %s: %s', async (text) => {
  const rows = await db.execute<{ id: string }>(
    sql`select server_id as id from registry_search where left(name_key, ${text.length}) = ${text}
      order by rank desc, server_id`,
  )
  const expected = rows.map(({ id }) => id)
  expect(expected.length).toBeGreaterThan(20)
  for (const [limit, offset] of [
    [20, 0],
    [5, 10],
  ] as const) {
    expect(
      (await searchServers(db, { text, filter: {}, limit, offset })).found.map(({ id }) => id),
      `${limit} from ${offset}`,
    ).toEqual(expected.slice(offset, offset + limit))
  }
})

it('has every match once over the pages of an order, of words and of names that only begin so', async () => {
  await db.execute(sql`
    insert into registry_servers (id, slug, name, category, language, source_type, status, created_at)
    select gen_random_uuid(), 'npm-alpha-' || n, case when n <= 60
    then 'alphaq' || chr(97 + n / 26) || chr(97 + n % 26) else 'alpha ' || n
    end, 'web', 'go', 'npm', 'active', timestamptz '2026-01-01' + n * interval '1 second'
    from generate_series(1, 1460) n`)
  await foldTallies(db)
  await countWords(db)
  for (const sort of serverSorts) {
    for (const order of ['asc', 'desc'] as const) {
      const search = (limit: number, offset: number) =>
        searchServers(db, { text: 'alpha', filter: {}, order: { sort, order }, limit, offset })
      const all = await search(2_000, 0)
      expect([all.found.length, all.total, all.relation]).toEqual([1460, 1460, 'exact'])
      for (const limit of [20, 100]) {
        const read: string[] = []
        for (let offset = 0; offset < 1460 + limit; offset += limit) {
          const { found, total, relation } = await search(limit, offset)
          read.push(...found.map(({ id }) => id))
          if (relation === 'exact') expect(total, `${offset}`).toBe(1460)
          else expect(total, `${offset}`).toBeLessThanOrEqual(1460)
        }
        expect(read, `${sort} ${order} by ${limit}`).toEqual(all.found.map(({ id }) => id))
      }
    }
  }
}, 60_000)
