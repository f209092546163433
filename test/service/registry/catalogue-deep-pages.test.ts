import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { deepPage, marksSettled, readDeepPage } from '../../../src/service/db/registry/list-marks.ts'
import { renewListMarks } from '../../../src/service/db/registry/list-upkeep.ts'
import { listServerIds } from '../../../src/service/db/registry/lists.ts'
import { foldTallies } from '../../../src/service/db/registry/statistics-upkeep.ts'
import { listMarksFailed } from '../../../src/service/db/metrics.ts'
import { catalogueLimits } from '../../../src/service/db/registry/catalogue-limits.ts'
import { type ServerFilter, type ServerOrder, serverSorts } from '../../../src/engine/model/registry-server.ts'
import { testApi } from '../../support/test-api.ts'
import { rowsOfServersRead } from './rows-read.ts'

const { db } = await testApi()

const servers = 5_000
const { rowStep: step, maxChanges: changes } = catalogueLimits.marks

// Ties in every order, including one that is longer than the step between marks.
await db.execute(sql`
  insert into registry_servers (id, slug, name, category, language, source_type, status, security_score, grade,
  created_at)
  select md5('id' || n)::uuid, 'npm-' || n, 'server ' || n * 7919 % 4000, case when n % 2 = 0 then 'web' else 'other'
  end, 'go', (array['npm', 'npm', 'pypi', 'git'])[1 + n / 2 % 4], 'active', nullif(n % 4, 3) * 40,
  (array['F', 'F', 'B'])[1 + n % 4], timestamptz '2026-01-01' + n * 31 % 2001 * interval '1 second'
  from generate_series(1, ${servers}) n`)
await foldTallies(db)
await db.execute(sql`vacuum analyze registry_servers`)
// The initial state after the job has run.
await db.execute(
  sql`insert into registry_list_horizons (at, xid) values (now(), pg_snapshot_xmin(pg_current_snapshot()))`,
)

const filters: readonly ServerFilter[] = [
  {},
  { category: 'web' },
  { sourceType: 'npm' },
  { category: 'other', status: 'active' },
]
const orders: readonly ServerOrder[] = serverSorts.flatMap(
  (sort) =>
    [
      { sort, order: 'asc' },
      { sort, order: 'desc' },
    ] as const,
)
const columns = { name: 'name_order', score: 'score_order', created: 'created_at' } as const

/** Returns the whole list, sorted without an index. */
async function sorted({ category, sourceType }: ServerFilter, { sort, order }: ServerOrder): Promise<string[]> {
  const passes = sql.join(
    [
      sql`true`,
      ...(category ? [sql`category = ${category}`] : []),
      ...(sourceType ? [sql`source_type = ${sourceType}`] : []),
    ],
    sql` and `,
  )
  const [row] = await db.execute<{ ids: string[] }>(
    sql`select array_agg(id order by ${sql.raw(columns[sort])} ${sql.raw(order)}, id ${sql.raw(order)}) as ids
      from registry_servers where hidden_at is null and merged_into is null and ${passes}`,
  )
  return row?.ids ?? []
}

/** Returns a page after the mark that it stores was written. */
async function page(
  filter: ServerFilter,
  order: ServerOrder,
  offset: number,
  limit: number,
): Promise<readonly string[]> {
  const { ids } = await listServerIds(db, filter, order, { limit, offset })
  await marksSettled()
  return ids
}

async function expectAllPages(about: string, limit: number): Promise<void> {
  for (const filter of filters) {
    for (const order of orders) {
      const [wanted, read] = [await sorted(filter, order), [] as string[]]
      for (let offset = 0; offset < wanted.length + limit; offset += limit)
        read.push(...(await page(filter, order, offset, limit)))
      expect(read, `${about}: ${JSON.stringify([filter, order])}`).toEqual(wanted)
    }
  }
}

/** Checks pages near the positions of earlier marks: in every order, each time with another filter. */
async function expectSomePages(about: string): Promise<void> {
  rounds += 1
  for (const [index, order] of orders.entries()) {
    const filter = filters[(index + rounds) % filters.length] ?? {}
    const wanted = await sorted(filter, order)
    for (const offset of [step - 1, step + 3, 2 * step, wanted.length - step - 25].filter((one) => one >= 0)) {
      expect(await page(filter, order, offset, 20), `${about}: ${JSON.stringify([filter, order, offset])}`).toEqual(
        wanted.slice(offset, offset + 20),
      )
    }
  }
}

let rounds = 0

const marks = async () =>
  (await db.execute<{ count: number }>(sql`select count(*)::int as count from registry_list_marks`))[0]?.count ?? 0

describe('pages far down a list', () => {
  it('have every server once, in its order, with marks and without', async () => {
    await expectAllPages('without marks', 500)
    expect(await marks()).toBeGreaterThan(filters.length * orders.length)
    await expectAllPages('with marks', 610)
  }, 60_000)

  it('are read from the mark before them', async () => {
    const deep = (first: number) =>
      deepPage({}, { sort: 'name', order: 'asc' }, sql`select ${first}::int as first, 20::int as most`)
    await db.execute(sql`delete from registry_list_marks`)
    expect(await rowsOfServersRead(db, deep(2 * step))).toBeGreaterThan(2 * step)
    await page({}, { sort: 'name', order: 'asc' }, 2 * step, 20)
    expect(await rowsOfServersRead(db, deep(2 * step + 40))).toBeLessThanOrEqual(100)
  })

  it.each(['asc', 'desc'] as const)(
    'of a grade by score are read from the mark, not from the first of its scores, %s',
    async (direction) => {
      const [filter, order] = [{ grade: 'B' } as const, { sort: 'score', order: direction } as const]
      const [row] = await db.execute<{ ids: string[] }>(
        sql`select array_agg(id order by score_order ${sql.raw(direction)}, id ${sql.raw(direction)}) as ids
          from registry_servers where grade = 'B'`,
      )
      await db.execute(sql`delete from registry_list_marks`)
      for (const first of [0, step + 5, step + 30]) {
        const found = await readDeepPage(db, filter, order, sql`select ${first}::int as first, 20::int as most`)
        await marksSettled()
        expect(found.map(({ id }) => id)).toEqual(row?.ids.slice(first, first + 20))
      }
      expect(await marks()).toBe(1)
      const plan = JSON.stringify([
        ...(await db.execute(
          sql`explain (format json) ${deepPage(
            filter,
            order,
            sql`select ${step + 30}::int as first,
            20::int as most`,
          )}`,
        )),
      ])
      // Only the bound at the end of the tie remains.
      expect(plan.match(/score_order [<>]= \d+/g)).toEqual([
        direction === 'asc' ? 'score_order <= 84' : 'score_order >= 70',
      ])
    },
  )

  it('are the same after servers came, went, moved, were hidden and merged since the marks were made', async () => {
    await db.execute(sql`delete from registry_list_marks`)
    await renewListMarks(db)
    expect(await marks()).toBeGreaterThan(filters.length)
    await expectSomePages('before')
    const steps = {
      added: sql`insert into registry_servers (id, slug, name, category, language, source_type, status, created_at)
        select md5('more' || n)::uuid, 'npm-more-' || n, 'server ' || n * 100, 'web', 'go', 'npm', 'active',
        timestamptz '2026-01-01' + n * interval '40 seconds' from generate_series(1, 45) n`,
      removed: sql`delete from registry_servers where id in (select id from registry_servers
        where slug not like '%more%' order by id limit 70)`,
      renamed: sql`update registry_servers set name = 'a' || name where slug like 'npm-3_1'`,
      'scored anew': sql`update registry_servers set security_score = 100 - coalesce(security_score, 0), grade = 'C'
        where slug like 'npm-4_2'`,
      'of another kind': sql`update registry_servers set category = 'web', source_type = 'git'
        where slug like 'npm-55_'`,
      hidden: sql`update registry_servers set hidden_at = now() where slug like 'npm-6_'`,
      'shown again': sql`update registry_servers set hidden_at = null where slug like 'npm-6_'`,
      merged: sql`update registry_servers set merged_into = md5('more1')::uuid where slug like 'npm-7_'`,
      'of other stars': sql`update registry_servers set stars = 3 where slug like 'npm-1__'`,
    }
    for (const [about, change] of Object.entries(steps)) {
      await db.execute(change)
      await expectSomePages(about)
    }
  }, 60_000)

  it('count a change whose transaction was under way when the mark was made', async () => {
    const order = { sort: 'name', order: 'asc' } as const
    const { promise: isRead, resolve: goOn } = Promise.withResolvers<void>()
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>()
    const writing = db.transaction(async (tx) => {
      await tx.execute(sql`update registry_servers set name = 'zz' || name where slug like 'npm-8_'`)
      written()
      await isRead
      const own = await listServerIds(tx, {}, order, { limit: 20, offset: 2 * step })
      return own.ids
    })
    await isWritten
    await db.execute(sql`delete from registry_list_marks`)
    const before = await page({}, order, 2 * step, 20)
    expect(before).toEqual((await sorted({}, order)).slice(2 * step, 2 * step + 20))
    expect(await marks()).toBe(1)
    goOn()
    const own = await writing
    const after = (await sorted({}, order)).slice(2 * step, 2 * step + 20)
    expect(after).not.toEqual(before)
    expect(own).toEqual(after)
    expect(await page({}, order, 2 * step, 20)).toEqual(after)
  })

  it('are walked to where too much changed since the mark was made', async () => {
    await renewListMarks(db)
    await db.execute(
      sql`update registry_servers set created_at = '2026-01-01'
        where id in (select id from registry_servers order by id limit ${changes})`,
    )
    await expectSomePages('after many changes')
  })

  it('are the same after old marks and changes were forgotten', async () => {
    const kept = async () =>
      (await db.execute<{ count: number }>(sql`select count(*)::int as count from registry_list_changes`))[0]?.count ??
      0
    await renewListMarks(db)
    expect(await kept()).toBeGreaterThan(changes)
    await db.execute(sql`update registry_list_horizons set at = at - interval '1 hour'`)
    await db.execute(sql`update registry_servers set name = 'b' || name where slug like 'npm-9_'`)
    await renewListMarks(db)
    expect(await kept()).toBeLessThan(changes)
    expect(await kept()).toBeGreaterThan(0)
    await expectSomePages('after the old was forgotten')
  })

  it('do not believe marks of another cluster', async () => {
    await db.execute(
      sql`update registry_list_marks set rank = rank + 1,
        seen = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000 || ':' ||
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000 || ':')::pg_snapshot`,
    )
    await db.execute(
      sql`insert into registry_list_changes select
        (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000)::text::xid8, 1, id, name_order, score_order,
        created_at, category, grade, source_type, language, status from registry_servers where slug like 'npm-1__'`,
    )
    await expectSomePages('with a copy of other marks')
    await renewListMarks(db)
    expect([
      ...(await db.execute(
        sql`select from registry_list_marks where pg_snapshot_xmax(seen) > pg_snapshot_xmax(pg_current_snapshot())`,
      )),
    ]).toEqual([])
  })

  describe('are answered whatever becomes of the mark', () => {
    const order = { sort: 'name', order: 'asc' } as const
    const window = { limit: 20, offset: 2 * step }
    const isPage = async ({ ids }: { readonly ids: readonly string[] }) =>
      expect(ids).toEqual((await sorted({}, order)).slice(window.offset, window.offset + window.limit))
    const failures = async () => (await listMarksFailed.get()).values[0]?.value ?? 0

    beforeEach(async () => void (await db.execute(sql`delete from registry_list_marks`)))

    it('where the database only reads: without the marks, which a standby does not have', async () => {
      await page({}, order, window.offset, window.limit)
      await db.execute(sql`update registry_list_marks set rank = rank - 1`)
      await isPage(
        await db.transaction(async (tx) => listServerIds(tx, {}, order, window), { accessMode: 'read only' }),
      )
    })

    it('where the database refuses the mark, which is counted', async () => {
      const before = await failures()
      await db.execute(sql`alter table registry_list_marks add constraint refuses check (rank < 0)`)
      await isPage(await listServerIds(db, {}, order, window))
      await marksSettled()
      await db.execute(sql`alter table registry_list_marks drop constraint refuses`)
      expect([await marks(), await failures()]).toEqual([0, before + 1])
    })

    it('while the marks are locked, with no more than one waiting', async () => {
      await db.transaction(async (tx) => {
        await tx.execute(sql`lock table registry_list_marks in share mode`)
        for (const offset of [step, 2 * step]) await listServerIds(db, {}, order, { limit: 20, offset })
        await isPage(await listServerIds(db, {}, order, window))
      })
      await marksSettled()
      expect(await marks()).toBe(1)
    })

    it('in a transaction, which leaves none', async () => {
      await isPage(await db.transaction(async (tx) => listServerIds(tx, {}, order, window)))
      await marksSettled()
      expect(await marks()).toBe(0)
    })

    it('where no horizon is older than the mark: changes since then may be forgotten', async () => {
      await db.execute(
        sql`update registry_list_horizons set xid =
          (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000)::text::xid8`,
      )
      await page({}, order, window.offset, window.limit)
      expect(await marks()).toBe(0)
      await db.execute(sql`delete from registry_list_horizons`)
      await page({}, order, window.offset, window.limit)
      expect(await marks()).toBe(0)
      await renewListMarks(db)
      await db.execute(sql`delete from registry_list_marks`)
      await page({}, order, window.offset, window.limit)
      expect(await marks()).toBe(1)
    })
  })

  it('have a name that begins with the last character there is', async () => {
    await db.execute(sql`delete from registry_list_marks`)
    await db.execute(
      sql`insert into registry_servers (id, slug, name, category, language, source_type, status)
        select md5('last' || n)::uuid, 'npm-last-' || n, repeat(chr(1114111), n), 'web', 'go', 'npm', 'active'
        from generate_series(1, 200, 199) n`,
    )
    for (const order of ['asc', 'desc'] as const) {
      const wanted = await sorted({}, { sort: 'name', order })
      for (const offset of [step + 3, 2 * step, wanted.length - step - 25])
        expect(await page({}, { sort: 'name', order }, offset, 20), `${order} ${offset}`).toEqual(
          wanted.slice(offset, offset + 20),
        )
    }
  })
})
