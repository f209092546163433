import { beforeAll, expect, it } from 'vitest'
import { type Database, drizzleSql } from '../../../../src/service/db/client.ts'
import {
  claimDue,
  findDueDestinations,
  findStarts,
  releaseExpiredLeases,
} from '../../../../src/service/db/webhooks/claims.ts'
import { testDatabase } from '../../../support/test-database.ts'

/**
 * Far more finished deliveries than waiting ones, as after weeks. `npm run bench -- webhooks` measures with a million.
 */
const finished = 40_000
const waiting = 4_000
const lanes = 200

const { db, sql } = await testDatabase()
const now = new Date('2033-01-01T00:00:00Z')

beforeAll(async () => {
  await sql`insert into accounts (id, name, plan, webhook_secret_sealed)
    values ('00000000-0000-4000-8000-000000000001', 'plans', 'pro', '')`
  await sql`insert into webhook_events (id, account_id, event, body, created_at)
    select 'evt_' || n, '00000000-0000-4000-8000-000000000001', 'ping', '{}', ${now.toISOString()}
    from generate_series(1, ${finished + waiting}::int) n`
  await sql`
    insert into webhook_deliveries (id, event_id, account_id, url, lane, status, attempts, next_attempt_at, created_at,
    ended_at)
    select gen_random_uuid(), 'evt_' || n, '00000000-0000-4000-8000-000000000001', 'https://receiver.example/',
    'host:a:' || n % ${lanes}::int,
      case when n <= ${finished}::int then 'delivered' else 'waiting' end, 1,
      case when n > ${finished}::int then ${now.toISOString()}::timestamptz + (n % 7 - 3) * interval '1 minute'
      end, ${now.toISOString()}, case when n <= ${finished}::int then now() end
    from generate_series(1, ${finished + waiting}::int) n`
  await sql`insert into webhook_attempts (delivery_id, number, started_at, duration_ms, status)
    select id, 0, ${now.toISOString()}::timestamptz - row_number() over () * interval '1 second', 5, 200
    from webhook_deliveries`
  await sql`analyze webhook_deliveries, webhook_attempts`
}, 120_000)

it.each([
  [
    'claiming',
    (db: Database) =>
      claimDue(
        db,
        Array.from({ length: 50 }, (_, index) => ({
          lane: `host:a:${index}`,
          room: 4,
          atOnce: 4,
          kind: 'good',
          kindRoom: 100,
          share: 'host:a',
          shareRoom: 100,
        })),
        { room: 100, now, leaseUntil: new Date(now.getTime() + 35_000) },
      ),
  ],
  [
    'counting the starts of a minute',
    (db: Database) =>
      findStarts(db, ['host:a:1', 'host:a:2'], { since: new Date(now.getTime() - 60_000), leaseMs: 35_000 }),
  ],
  ['releasing leases that are over', (db: Database) => releaseExpiredLeases(db, now)],
  ['finding lanes in which something is due', (db: Database) => findDueDestinations(db, now)],
])('%s reads by its indexes, however much is finished', async (_case, ask) => {
  // Explains the original statement with its real parameters.
  const plans: string[] = []
  const explaining = new Proxy(db, {
    get(target, property) {
      if (property !== 'execute') return Reflect.get(target, property)
      return async (query: Parameters<Database['execute']>[0]) => {
        const rows = await target.transaction(async (tx) => {
          await tx.execute(drizzleSql`set local plan_cache_mode = force_custom_plan`)
          const plan = await tx.execute<{ 'QUERY PLAN': string }>(
            drizzleSql`explain (analyze, costs off, timing off) ${query}`,
          )
          return plan.map((row) => row['QUERY PLAN'])
        })
        plans.push(...rows)
        return []
      }
    },
  })
  await ask(explaining)
  expect(plans.length).toBeGreaterThan(3)
  expect(
    plans.filter((line) => /Seq Scan on webhook_/.test(line)),
    plans.join('\n'),
  ).toEqual([])
  // Rows that were read and discarded.
  const removed = plans.map((line) => Number(/Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0))
  expect(Math.max(...removed), plans.join('\n')).toBeLessThan(1_000)
})
