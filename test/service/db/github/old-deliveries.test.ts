import { expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { removeOldGithubDeliveries } from '../../../../src/service/db/github/deliveries.ts'
import { testDatabase } from '../../../support/test-database.ts'

const { db } = await testDatabase()
const before = new Date('2026-03-01T00:00:00Z')

/** Stores deliveries that were received and completed at these times. */
async function store(count: number, prefix: string, receivedAt: string, endedAt: string | null): Promise<void> {
  await db.execute(sql`
    insert into github_deliveries (id, event, received_at, ended_at)
    select ${prefix} || number, 'push', ${receivedAt}::timestamptz, ${endedAt}::timestamptz
    from generate_series(1, ${count}::int) as number`)
}

it('deletes completed deliveries in batches, and no others', async () => {
  await store(25_000, 'old', '2026-02-01T00:00:00Z', '2026-02-01T00:00:01Z')
  await store(3, 'waiting', '2026-02-01T00:00:00Z', null)
  await store(3, 'late', '2026-02-01T00:00:00Z', '2026-03-02T00:00:00Z')
  await store(3, 'new', '2026-03-02T00:00:00Z', '2026-03-02T00:00:01Z')
  const stopping = AbortSignal.abort()
  expect(await removeOldGithubDeliveries(db, before, stopping)).toBe(10_000)
  expect(await removeOldGithubDeliveries(db, before)).toBe(15_000)
  const left = await db.execute<{ id: string }>(sql`select id from github_deliveries order by id`)
  expect(left.map(({ id }) => id)).toEqual(
    ['late', 'new', 'waiting'].flatMap((prefix) => [1, 2, 3].map((number) => `${prefix}${number}`)),
  )
})
