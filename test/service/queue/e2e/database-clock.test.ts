import { Writable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { openQueue } from '../../../../src/service/queue/queue.ts'
import { testDatabase } from '../../../support/test-database.ts'

const log = pino({ level: 'silent' })
const { db, sql, url } = await testDatabase()

/** The state after a clock that was ahead has been corrected. */
const stampsAhead = (by: string) =>
  sql.begin(async (tx) => {
    await tx`update pgboss.version set cron_on = now() + ${by}::interval, flow_on = now() + ${by}::interval`
    await tx`update pgboss.queue set monitor_claim_on = now() + ${by}::interval, maintain_on = now() + ${by}::interval`
  })
const waiting = () => sql<{ key: string; ageSeconds: number; dueInSeconds: number }[]>`
  select singleton_key as key, extract(epoch from now() - created_on)::float8 as "ageSeconds",
  extract(epoch from start_after - now())::float8 as "dueInSeconds" from pgboss.job where state < 'active'
  order by created_on`

describe('a clock of the database that was an hour ahead', () => {
  it('keeps nothing waiting once it is set back', async () => {
    {
      await using queue = await openQueue({ url, log })
      await queue.enqueue(db, 'tidy-accounts', {}, { key: 'made ahead' })
      await queue.enqueue(db, 'tidy-receipts', {}, { key: 'tried again ahead' })
      await queue.enqueue(db, 'abandon-scan', { scanId: 'taken up ahead' })
      await queue.enqueue(
        db,
        'tidy-webhooks',
        {},
        { key: 'meant for later', startAfter: new Date(Date.now() + 24 * 60 * 60_000) },
      )
    }
    await stampsAhead('1 hour')
    await sql`update pgboss.job set created_on = created_on + interval '1 hour',
      start_after = start_after + interval '1 hour' where name in ('tidy-accounts', 'tidy-webhooks')`
    await sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 hour'
      where name = 'tidy-receipts'`
    await sql`update pgboss.job set state = 'active', started_on = now() + interval '1 hour',
      heartbeat_on = now() + interval '1 hour' where name = 'abandon-scan'`

    const done: string[] = []
    await using queue = await openQueue({ url, log })
    for (const name of ['tidy-accounts', 'tidy-receipts', 'abandon-scan', 'tidy-webhooks'] as const)
      await queue.work(name, async () => void done.push(name))
    // The worker of the third job counts as dead when its heartbeat is too old.
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['abandon-scan', 'tidy-accounts', 'tidy-receipts']), {
      timeout: 90_000,
      interval: 100,
    })
    const [later] = await sql<
      { hours: number }[]
    >`select extract(epoch from start_after - now())::float8 / 3600 as hours from pgboss.job
      where name = 'tidy-webhooks'`
    expect(later?.hours).toBeGreaterThan(23.5)
    expect(later?.hours).toBeLessThan(24.1)
    expect(await sql`select 1 from pgboss.version where cron_on > now() + interval '1 minute'`).toHaveLength(0)
  }, 120_000)

  it('leaves jobs in their order, and where the clock of a process named their time', async () => {
    {
      await using queue = await openQueue({ url, log })
      await sql`delete from pgboss.job`
      for (const key of ['third', 'first', 'second']) await queue.enqueue(db, 'tidy-accounts', {}, { key })
      await queue.enqueue(db, 'tidy-accounts', {}, { key: 'own clock', startAfter: new Date(Date.now() + 10 * 60_000) })
    }
    await stampsAhead('1 hour')
    const ageOf = { first: '59 minutes', second: '59.5 minutes', third: '60 minutes' }
    for (const [key, ahead] of Object.entries(ageOf))
      await sql`update pgboss.job set created_on = now() + ${ahead}::interval, start_after = now() + ${ahead}::interval
        where singleton_key = ${key}`
    await sql`update pgboss.job set created_on = now() + interval '58 minutes' where singleton_key = 'own clock'`
    // Several queues start at once, and one of them corrects the jobs.
    const queues = await Promise.all(Array.from({ length: 3 }, () => openQueue({ url, log })))
    const jobs = await vi.waitFor(
      async () => {
        const found = await waiting()
        expect(found.filter(({ ageSeconds }) => ageSeconds < 0)).toEqual([])
        return found
      },
      { timeout: 30_000, interval: 100 },
    )
    await Promise.all(queues.map((queue) => queue[Symbol.asyncDispose]()))
    expect(jobs.map(({ key }) => key)).toEqual(['own clock', 'first', 'second', 'third'])
    const [own, first, second, third] = jobs
    expect((first?.ageSeconds ?? 0) - (second?.ageSeconds ?? 0)).toBeCloseTo(30, 1)
    expect((second?.ageSeconds ?? 0) - (third?.ageSeconds ?? 0)).toBeCloseTo(30, 1)
    for (const job of [first, second, third]) expect(job?.dueInSeconds).toBeLessThanOrEqual(0)
    expect(own?.dueInSeconds).toBeGreaterThan(9 * 60)
  }, 60_000)

  it('touches no job where the queue itself noted nothing ahead', async () => {
    {
      await using queue = await openQueue({ url, log })
      await sql`delete from pgboss.job`
      await queue.enqueue(db, 'tidy-accounts', {}, { key: 'of another clock' })
    }
    await sql`update pgboss.job set created_on = now() + interval '1 hour'`
    await using _ = await openQueue({ url, log })
    await pause(7_000)
    expect((await waiting())[0]?.ageSeconds).toBeLessThan(-3_500)
  }, 60_000)

  it('is brought back later where that fails at first, and the queue starts all the same', async () => {
    {
      await using queue = await openQueue({ url, log })
      await sql`delete from pgboss.job`
      await queue.enqueue(db, 'tidy-accounts', {}, { key: 'made ahead' })
    }
    await stampsAhead('1 hour')
    await sql`update pgboss.job set created_on = now() + interval '1 hour', start_after = now() + interval '1 hour'`
    await sql.unsafe(
      "create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$; " +
        'create trigger refuse before update on pgboss.job_common for each row execute function refuse()',
    )
    let logged = ''
    const warnings = pino(
      { level: 'warn' },
      new Writable({
        write: (chunk, _encoding, done) => {
          logged += String(chunk)
          done()
        },
      }),
    )
    await using _ = await openQueue({ url, log: warnings })
    await vi.waitFor(
      () => expect(logged).toContain('queue times not corrected after a clock change, retry scheduled'),
      {
        timeout: 20_000,
        interval: 50,
      },
    )
    // All or nothing: the timestamps that reveal the clock change also stay.
    expect(await sql`select 1 from pgboss.version where cron_on > now() + interval '50 minutes'`).toHaveLength(1)
    await sql`drop trigger refuse on pgboss.job_common`
    await vi.waitFor(async () => expect((await waiting())[0]?.ageSeconds).toBeGreaterThan(0), {
      timeout: 20_000,
      interval: 100,
    })
    expect(await sql`select 1 from pgboss.version where cron_on > now() + interval '1 minute'`).toHaveLength(0)
  }, 60_000)
})
