import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { pageFromBegin, pageFromEnd } from '../../../src/service/db/registry/lists.ts'
import type { ServerFilter } from '../../../src/engine/model/registry-server.ts'
import { testApi } from '../../support/test-api.ts'
import { rowsOfServersRead } from './rows-read.ts'

const { db } = await testApi()

const servers = 20_000

// Triggers are disabled. A page needs only the count from the data that they maintain.
await db.execute(sql`alter table registry_servers disable trigger user`)
await db.execute(sql`
  insert into registry_servers (id, slug, name, category, language, source_type, status, security_score, grade,
  created_at)
  select gen_random_uuid(), 'npm-' || n, 'server ' || md5(n::text), (array['web', 'other', 'databases'])[1 + n % 3],
  (array['go', 'rust', 'python', ''])[1 + n / 3 % 4], (array['npm', 'npm', 'pypi', 'git'])[1 + n / 12 % 4],
    case when n % 50 = 0 then 'archived' else 'active' end, case when n / 48 % 10 = 0 then null else n / 48 % 10 * 10
    end, (array[null, 'F', 'F', 'F', 'D', 'D', 'C', 'B', 'B', 'A'])[1 + n / 48 % 10], now() - n * interval '1 minute'
  from generate_series(1, ${servers}) n`)
await db.execute(
  sql`insert into registry_tallies select category, coalesce(grade, ''), source_type, language, status, count(*), 0, 0,
    0, 0, 0, 0 from registry_servers group by 1, 2, 3, 4, 5`,
)
await db.execute(sql`vacuum analyze registry_servers`)

const values = { category: 'web', language: 'go', grade: 'B', sourceType: 'npm' } as const

/** Every combination of filters. */
const filters: readonly ServerFilter[] = Array.from({ length: 16 }, (_, bits) =>
  Object.fromEntries(Object.entries(values).filter((_entry, place) => bits & (1 << place))),
).flatMap((filter) => [filter, { ...filter, status: 'active' as const }, { ...filter, status: 'archived' as const }])

describe('a page of servers', () => {
  it.each(['name', 'score', 'created'] as const)(
    'is read from indexes that begin with it, by %s, whatever is filtered by',
    async (sort) => {
      for (const filter of filters) {
        const about = `${sort} ${JSON.stringify(filter)}`
        // Approximate limits. 400 servers are not active, and rows excluded by other filters are skipped.
        const most = filter.status === 'archived' ? servers / 50 : 200
        expect(
          await rowsOfServersRead(db, pageFromBegin(filter, { sort, order: 'desc' }, { limit: 20, offset: 0 })),
          about,
        ).toBeLessThanOrEqual(most)
        expect(
          await rowsOfServersRead(db, pageFromBegin(filter, { sort, order: 'asc' }, { limit: 20, offset: 200 })),
          `${about}, page 11`,
        ).toBeLessThanOrEqual(most + 300)
      }
    },
  )

  it('is read from the end of the list where that is nearer', async () => {
    expect(
      await rowsOfServersRead(
        db,
        pageFromEnd({ sourceType: 'npm' }, { sort: 'name', order: 'asc' }, { limit: 20, offset: servers / 2 - 40 }),
      ),
    ).toBeLessThanOrEqual(300)
  })
})

it('a server whose signals change stays in its place: no index has them', async () => {
  const hot = await db.transaction(async (tx) => {
    await tx.execute(
      sql`update registry_servers set stars = 7, popularity = 3, updated_at = now() where slug = 'npm-1'`,
    )
    const [row] = await tx.execute<{ hot: number }>(
      sql`select pg_stat_get_xact_tuples_hot_updated('registry_servers'::regclass)::int as hot`,
    )
    return row?.hot
  })
  expect(hot).toBe(1)
})
