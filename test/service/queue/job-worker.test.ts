import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { jobsTakenOver } from '../../../src/service/queue/metrics.ts'
import { jobs } from '../../../src/service/queue/jobs.ts'
import { openQueue } from '../../../src/service/queue/queue.ts'
import { testDatabase } from '../../support/test-database.ts'

const log = pino({ level: 'silent' })
const { db, sql, url } = await testDatabase()
const queue = await openQueue({ url, log })
afterAll(() => queue[Symbol.asyncDispose]())

interface StoredJob {
  readonly state: string
  readonly data: Record<string, unknown>
  /** Earliest start, in milliseconds since the epoch. */
  readonly startsAt: number
}

/** Returns the stored jobs with this name, oldest first. */
const stored = (name: string) =>
  sql<
    StoredJob[]
  >`select state::text, data, (extract(epoch from start_after) * 1000)::float8 as "startsAt" from pgboss.job
    where name = ${name} order by created_on, start_after`

describe('a worker', () => {
  it('fills every place in one look, takes the next job when a place is free, and settles what has ended', async () => {
    const places = jobs['work-github-delivery'].concurrency
    const running = new Map<string, () => void>()
    const started: string[] = []
    await queue.work(
      'work-github-delivery',
      ({ deliveryId }) =>
        new Promise((resolve) => {
          started.push(deliveryId)
          running.set(deliveryId, resolve)
        }),
    )
    const ids = Array.from({ length: places + 1 }, (_, index) => `delivery-${index}`)
    await db.transaction(async (tx) => {
      for (const deliveryId of ids) await queue.enqueue(tx, 'work-github-delivery', { deliveryId })
    })
    await vi.waitFor(() => expect(running.size).toBe(places), { timeout: 8_000, interval: 20 })
    await pause(300)
    expect(running.size).toBe(places)
    running.get(started[0] ?? '')?.()
    await vi.waitFor(() => expect(started).toHaveLength(places + 1), { timeout: 8_000, interval: 20 })
    for (const end of running.values()) end()
    await vi.waitFor(
      async () =>
        expect(new Set((await stored('work-github-delivery')).map(({ state }) => state))).toEqual(
          new Set(['completed']),
        ),
      { timeout: 8_000, interval: 50 },
    )
    expect(started.toSorted()).toEqual(ids.toSorted())
  })

  it('works jobs of a key one after another, and the next as soon as the one before has ended', async () => {
    const [key, other] = [randomUUID(), randomUUID()]
    const told: string[] = []
    let [atOnce, maxOfKey] = [0, 0]
    await queue.work('tell-check', async ({ checkId }) => {
      if (checkId === key) maxOfKey = Math.max(maxOfKey, (atOnce += 1))
      await pause(50)
      if (checkId === key) atOnce -= 1
      told.push(checkId)
    })
    for (let index = 0; index < 6; index += 1) await queue.enqueue(db, 'tell-check', { checkId: key }, { key })
    await queue.enqueue(db, 'tell-check', { checkId: other }, { key: other })
    // With polling alone, every two seconds, six jobs would take twelve seconds.
    await vi.waitFor(() => expect(told).toHaveLength(7), { timeout: 9_000, interval: 20 })
    expect(maxOfKey).toBe(1)
  })

  it('stops a job that is not its own any more', async () => {
    let reason: unknown
    await queue.work(
      'scan-installation',
      (_payload, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason
            resolve()
          })
        }),
    )
    await queue.enqueue(db, 'scan-installation', { installationId: 1 })
    await vi.waitFor(async () => expect(await stored('scan-installation')).toMatchObject([{ state: 'active' }]), {
      timeout: 8_000,
      interval: 20,
    })
    await sql`update pgboss.job set state = 'cancelled' where name = 'scan-installation'`
    await vi.waitFor(() => expect(String(reason)).toContain('Another worker'), { timeout: 8_000, interval: 50 })
  })

  it.each([
    ['says so when it takes over what a lost worker had', { value: { message: 'job heartbeat timeout' } }, 1],
    ['says nothing of the like when it tries again what has failed', { message: 'no' }, 0],
  ])('%s', async (_title, output, times) => {
    const told: string[] = []
    const second = await openQueue({
      url,
      log: pino({ level: 'warn' }, { write: (line: string) => void told.push(line) }),
    })
    const takenOver = async () =>
      (await jobsTakenOver.get()).values.find(({ labels }) => labels.job === 'forget-private-files')?.value ?? 0
    const before = await takenOver()
    await second.enqueue(db, 'forget-private-files', { accountId: randomUUID() })
    await sql`update pgboss.job set state = 'retry', retry_count = 1, output = ${JSON.stringify(output)}::text::jsonb
      where name = 'forget-private-files' and state = 'created'`
    const { promise: done, resolve } = Promise.withResolvers<void>()
    await second.work('forget-private-files', async () => resolve())
    await done
    await second[Symbol.asyncDispose]()
    expect((await takenOver()) - before).toBe(times)
    expect(told.filter((line) => line.includes('job restarted: worker lost'))).toHaveLength(times)
    await sql`delete from pgboss.job where name = 'forget-private-files'`
  })

  it('that stops lets what runs come to its end, and takes up nothing more', async () => {
    const second = await openQueue({ url, log })
    let [isRunning, worked] = [false, 0]
    await second.work('forget-private-files', async () => {
      isRunning = true
      await pause(500)
      worked += 1
    })
    await second.enqueue(db, 'forget-private-files', { accountId: randomUUID() })
    await vi.waitFor(() => expect(isRunning).toBe(true), { timeout: 8_000, interval: 10 })
    await second.enqueue(db, 'forget-private-files', { accountId: randomUUID() })
    await second[Symbol.asyncDispose]()
    expect(worked).toBe(1)
    expect((await stored('forget-private-files')).map(({ state }) => state)).toEqual(['completed', 'created'])
  })
})

describe('a worker that may fetch nothing', () => {
  it('leaves jobs as they are to others, and takes them up once it may', async () => {
    const scanId = randomUUID()
    let [mayFetch, asked, done] = [false, 0, 0]
    const answer = async () => {
      asked += 1
      if (asked === 2) throw new Error('nobody knows')
      return mayFetch
    }
    await queue.work('abandon-scan', async () => void (done += 1), { mayFetch: answer })
    await queue.enqueue(db, 'abandon-scan', { scanId })
    // The second call of `mayFetch` fails, which does not allow fetching.
    await vi.waitFor(() => expect(asked).toBeGreaterThan(2), { timeout: 8_000, interval: 50 })
    expect(await sql`select state::text, retry_count, started_on from pgboss.job where name = 'abandon-scan'`).toEqual([
      { state: 'created', retry_count: 0, started_on: null },
    ])
    const second = await openQueue({ url, log })
    let doneByOther = 0
    await second.work('abandon-scan', async () => void (doneByOther += 1))
    await vi.waitFor(() => expect(doneByOther).toBe(1), { timeout: 8_000, interval: 20 })
    await second[Symbol.asyncDispose]()
    await queue.enqueue(db, 'abandon-scan', { scanId })
    await pause(300)
    expect(done).toBe(0)
    mayFetch = true
    await vi.waitFor(() => expect(done).toBe(1), { timeout: 8_000, interval: 20 })
  }, 40_000)
})

describe('a job that waits', () => {
  const checkId = randomUUID()
  const inMs = (ms: number) => new Date(Date.now() + ms)
  const postpone = (startAfter: Date, { force, isPayloadKept }: { force: boolean; isPayloadKept: boolean }) =>
    queue.postpone(db, 'advance-check', { checkId, force }, { key: checkId, startAfter, isPayloadKept })

  it('is the only one of its key however often it is postponed, until the last time that was named', async () => {
    const last = inMs(90_000)
    await postpone(inMs(30_000), { force: true, isPayloadKept: false })
    await postpone(inMs(60_000), { force: false, isPayloadKept: true })
    await postpone(last, { force: false, isPayloadKept: true })
    expect(await stored('advance-check')).toMatchObject([
      { state: 'created', data: { checkId, force: true }, startsAt: last.getTime() },
    ])
    await postpone(last, { force: false, isPayloadKept: false })
    expect(await stored('advance-check')).toMatchObject([{ data: { checkId, force: false } }])
  })

  it('replaces those that arrive in the same interval', async () => {
    const id = randomUUID()
    for (let index = 0; index < 10; index += 1)
      await queue.enqueue(
        db,
        'upload-code-scanning',
        { checkId: id, scanId: 'scan_x' },
        { key: id, onceInSeconds: 600 },
      )
    const [first, next, ...more] = await stored('upload-code-scanning')
    expect(more).toEqual([])
    expect(first?.startsAt).toBeLessThanOrEqual(Date.now())
    expect(next?.startsAt).toBeGreaterThan(Date.now())
  })
})

it('returns a scan to the queue sooner than other jobs when the process stops', async () => {
  await using stopping = await openQueue({ url, log })
  const started = Promise.withResolvers<void>()
  const aborted = Promise.withResolvers<void>()
  await stopping.work('run-scan', (_payload, { signal }) => {
    signal.addEventListener('abort', () => aborted.resolve())
    started.resolve()
    return aborted.promise
  })
  await stopping.enqueue(db, 'run-scan', { ticket: randomUUID() })
  await started.promise
  await stopping.stopWorking()
  await aborted.promise
  expect((await stored('run-scan')).map(({ state }) => state)).toEqual(['retry'])
}, 20_000)
