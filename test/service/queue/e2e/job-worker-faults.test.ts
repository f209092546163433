import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { type JobWorker, startJobWorker } from '../../../../src/service/queue/job-worker.ts'
import { jobs, type JobName } from '../../../../src/service/queue/jobs.ts'
import { openQueue } from '../../../../src/service/queue/queue.ts'
import { testDatabase } from '../../../support/test-database.ts'

const log = pino({ level: 'silent' })
const { db, sql, url } = await testDatabase()
const queue = await openQueue({ url, log })
/** For workers that a test stops itself. `queue` supervises the jobs of all workers. */
const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false })
boss.on('error', () => {})
await boss.start()
const workers: JobWorker[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  await sql`drop trigger if exists fault on pgboss.job_common`
  await Promise.all(workers.splice(0).map((worker) => worker.stop(1_000)))
})
afterAll(async () => {
  await boss.stop({ graceful: false })
  await queue[Symbol.asyncDispose]()
})

function workerOf(
  name: JobName,
  run: (data: Record<string, unknown>, signal: AbortSignal) => Promise<void>,
): JobWorker {
  const worker = startJobWorker({ boss, log }, name, jobs[name], (job, signal) =>
    run(job.data as Record<string, unknown>, signal),
  )
  workers.push(worker)
  return worker
}

/** Runs PL/pgSQL code before the database changes a job with this name. */
async function faultBefore(change: 'update' | 'delete', name: JobName, body: string): Promise<void> {
  await sql.unsafe(
    `
    create or replace function fault() returns trigger language plpgsql as $$ begin ${body} return ` +
      `coalesce(new, old); end $$;
    create trigger fault before ${change} on pgboss.job_common for each row when (old.name = '${name}') ` +
      'execute function fault();',
  )
}

const stored = (name: JobName) =>
  sql<
    { state: string; output: { message?: string } | null; heartbeat: string | null }[]
  >`select state::text, output, heartbeat_on::text as heartbeat from pgboss.job where name = ${name}
    order by created_on`
/** Waits until the only job with this name is in this state. */
const untilIn = (name: JobName, state: string) =>
  vi.waitFor(async () => expect((await stored(name)).map((job) => job.state)).toEqual([state]), {
    timeout: 8_000,
    interval: 20,
  })
const untilAsleep = () =>
  vi.waitFor(
    async () =>
      expect(
        await sql`select 1 from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
      ).toHaveLength(1),
    { timeout: 8_000, interval: 10 },
  )

it('a place that becomes free during a look is filled at once when more is left', async () => {
  const ends = new Map<string, () => void>()
  const worker = workerOf(
    'advance-check',
    ({ checkId }) => new Promise((resolve) => void ends.set(String(checkId), resolve)),
  )
  const send = async () => {
    const checkId = randomUUID()
    await queue.enqueue(db, 'advance-check', { checkId, force: false }, { key: checkId })
    return checkId
  }
  const untilRunning = (checkId: string) =>
    vi.waitFor(() => expect(ends.has(checkId)).toBe(true), { timeout: 20_000, interval: 10 })
  let running = await send()
  await untilRunning(running)
  await faultBefore(
    'update',
    'advance-check',
    "if old.state < 'active' and new.state = 'active' then perform pg_sleep(0.5); end if;",
  )
  const rounds = 5
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = await db.transaction(async (tx) => {
      const ids = [randomUUID(), randomUUID()] as const
      for (const checkId of ids) await queue.enqueue(tx, 'advance-check', { checkId, force: false }, { key: checkId })
      return ids
    })
    worker.wake()
    await untilAsleep()
    ends.get(running)?.()
    await Promise.all([first, second].map(untilRunning))
    ends.get(first)?.()
    running = second
  }
  ends.get(running)?.()
  // A round is two polls of half a second. If the worker polled every two seconds, it would be three seconds.
  expect(performance.now() - startedAt).toBeLessThan(rounds * 2_500)
}, 60_000)

it('a running job shows that it lives although the clock of the day is set back', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  workerOf('upload-code-scanning', () => end)
  await queue.enqueue(db, 'upload-code-scanning', { checkId: randomUUID(), scanId: 'scan_x' })
  await untilIn('upload-code-scanning', 'active')
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 60 * 60_000)
  const beats = new Set<string>()
  await vi.waitFor(
    async () => {
      beats.add((await stored('upload-code-scanning'))[0]?.heartbeat ?? '')
      // The second heartbeat may already have been in progress.
      expect(beats.size).toBeGreaterThan(3)
    },
    { timeout: 9_000, interval: 100 },
  )
  resolve()
})

it('an attempt that was taken for lost is stopped when its own process takes the job up again', async () => {
  const signals: AbortSignal[] = []
  const worker = workerOf('work-github-delivery', (_data, signal) => {
    signals.push(signal)
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await queue.enqueue(db, 'work-github-delivery', { deliveryId: 'lost' })
  await untilIn('work-github-delivery', 'active')
  await sql`update pgboss.job set state = 'retry', start_after = now() where name = 'work-github-delivery'`
  // Makes the worker take the job before the next heartbeat, which could not distinguish the two attempts.
  worker.wake()
  await vi.waitFor(() => expect(signals).toHaveLength(2), { timeout: 8_000, interval: 10 })
  await pause(1_500)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  expect((await stored('work-github-delivery')).map(({ state }) => state)).toEqual(['active'])
})

it('a failure whose message no document can hold is noted at once', async () => {
  workerOf('scan-installation', async () => {
    throw new Error(`a\0b \ud800 ${'x'.repeat(993)}\u{1F600}`)
  })
  await queue.enqueue(db, 'scan-installation', { installationId: 1 })
  await vi.waitFor(
    async () => expect((await stored('scan-installation'))[0]?.output?.message).toMatch(/^a\uFFFDb \uFFFD x+\uFFFD$/),
    { timeout: 8_000, interval: 50 },
  )
})

it('a worker that stops aborts what runs although the database takes nothing back', async () => {
  let given: AbortSignal | undefined
  const worker = workerOf('remove-repositories', (_data, signal) => {
    given = signal
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
  })
  await queue.enqueue(db, 'remove-repositories', { accountId: randomUUID(), installationId: 1, reason: 'a test' })
  await vi.waitFor(() => expect(given).toBeDefined(), { timeout: 8_000, interval: 10 })
  await faultBefore('delete', 'remove-repositories', "raise exception 'nothing is taken back';")
  await worker.stop(100)
  expect(String(given?.reason)).toContain('The process stops')
})

it('a worker that stops waits for no look that gets no answer, and runs nothing that it brings', async () => {
  await faultBefore('update', 'forget-private-files', 'perform pg_sleep(3);')
  let ran = 0
  const worker = workerOf('forget-private-files', async () => void (ran += 1))
  await queue.enqueue(db, 'forget-private-files', { accountId: randomUUID() })
  await untilAsleep()
  await worker.stop(100)
  expect(await stored('forget-private-files')).toMatchObject([{ state: 'created' }])
  await untilIn('forget-private-files', 'active')
  await pause(300)
  expect(ran).toBe(0)
})

it('heartbeats that wait for the database leave connections to those who settle jobs', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  workerOf('tidy-webhooks', () => end)
  await queue.enqueue(db, 'tidy-webhooks', {}, { key: 'all' })
  await untilIn('tidy-webhooks', 'active')
  await db.transaction(async (tx) => {
    await tx.execute("select 1 from pgboss.job where name = 'tidy-webhooks' for update")
    await pause(6_000)
    const waiting =
      await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%heartbeat_on%'
        and datname = current_database()`
    expect(waiting.length).toBeGreaterThan(0)
    expect(waiting.length).toBeLessThanOrEqual(3)
  })
  resolve()
  await untilIn('tidy-webhooks', 'completed')
})

it('work goes on after all connections of the queue were lost', async () => {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const worked: string[] = []
  await queue.work('abandon-github-delivery', async ({ deliveryId }) => {
    if (deliveryId === 'first') await end
    worked.push(deliveryId)
  })
  await queue.enqueue(db, 'abandon-github-delivery', { deliveryId: 'first' })
  await untilIn('abandon-github-delivery', 'active')
  const lost = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'assay queue' and datname = current_database()`
  expect(lost.length).toBeGreaterThan(1)
  await queue.enqueue(db, 'abandon-github-delivery', { deliveryId: 'second' })
  resolve()
  await vi.waitFor(
    async () =>
      expect((await stored('abandon-github-delivery')).map(({ state }) => state)).toEqual(['completed', 'completed']),
    { timeout: 20_000, interval: 50 },
  )
  expect(worked).toEqual(['first', 'second'])
}, 30_000)
