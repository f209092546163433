import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../src/service/db/client.ts'
import { accounts } from '../../../src/service/db/accounts/schema.ts'
import { testDatabase } from '../../support/test-database.ts'
import { leftByYoungCollections } from '../../support/young-garbage.ts'

const { url } = await testDatabase()
const client = openDatabase(url, { maxConnections: 1, applicationName: 'test' })
afterAll(() => client[Symbol.asyncDispose]())
const { db } = client

const find = (db: Database, name: string) =>
  db.select({ id: accounts.id }).from(accounts).where(eq(accounts.name, name))

/** Returns the number of prepared statements of the connection whose text contains this. */
async function prepared(part: string): Promise<number> {
  const rows = await client.sql`select statement from pg_prepared_statements`
  return rows.filter(
    ({ statement }) => String(statement).includes(part) && !String(statement).includes('pg_prepared_statements'),
  ).length
}

describe('statements of drizzle', () => {
  it('are prepared once, whatever their values', async () => {
    for (const name of ['a', 'b', "'; drop table accounts; --"]) expect(await find(db, name)).toEqual([])
    expect(await prepared('from "accounts"')).toBe(1)
  })

  it('are prepared inside transactions and savepoints too, and roll back with them', async () => {
    await db.transaction(async (outer) => {
      await outer
        .insert(accounts)
        .values({ id: crypto.randomUUID(), name: 'kept', plan: 'free', webhookSecretSealed: Buffer.of(1) })
      await expect(
        outer.transaction(async (inner) => {
          await inner
            .insert(accounts)
            .values({ id: crypto.randomUUID(), name: 'lost', plan: 'free', webhookSecretSealed: Buffer.of(1) })
          throw new Error('roll back')
        }),
      ).rejects.toThrow('roll back')
      expect([(await find(outer, 'kept')).length, (await find(outer, 'lost')).length]).toEqual([1, 0])
    })
    expect(await prepared('insert into "accounts"')).toBe(1)
  })

  it('are planned for their values each time', async () => {
    expect(await client.sql`show plan_cache_mode`).toEqual([{ plan_cache_mode: 'force_custom_plan' }])
  })

  it('work on when the table has changed beneath them', async () => {
    const all = () => db.execute(sql`select * from accounts where name = ${'kept'}`)
    const before = Object.keys((await all())[0] ?? {})
    await client.sql`alter table accounts add column something text`
    expect(Object.keys((await all())[0] ?? {})).toEqual([...before, 'something'])
  })

  it('are kept up to a number: lists of any length do not fill the memory of the database', async () => {
    for (let length = 1; length <= 700; length += 1)
      await db.execute(sql`select ${length}::int as ${sql.raw(`"column ${length}"`)}`)
    const kept = await prepared('as "column')
    expect(kept).toBeGreaterThan(400)
    expect(kept).toBeLessThanOrEqual(500)
  })

  it('leave their rows to the collections of young objects', async () => {
    const rows = (most: number) =>
      db.execute(sql`select n, repeat('a', 1000) as text from generate_series(1, ${most}::int) n`)
    const accountsOf = () => db.select().from(accounts)
    for (let round = 0; round < 20; round += 1) await Promise.all([rows(1), accountsOf()])
    const left = await leftByYoungCollections(async () => {
      for (let round = 0; round < 100; round += 1) await Promise.all([rows(100), accountsOf()])
    })
    // A hundred rows are 100 kB. Only the query itself may remain in memory.
    expect(left / 100).toBeLessThan(10_000)
  })
})
