import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { drizzleSql } from '../../../src/service/db/client.ts'
import type { JobPayload } from '../../../src/service/queue/jobs.ts'
import { isLostWorker } from '../../../src/service/queue/lost-worker.ts'
import { openQueue, type Queue } from '../../../src/service/queue/queue.ts'
import { testDatabase } from '../../support/test-database.ts'

const log = pino({ level: 'silent' })
const { db, sql, url } = await testDatabase()
let queue: Queue
/** How the worker processes a scan in the current test. */
let runScan: (scanId: string) => Promise<void>

beforeAll(async () => {
  queue = await openQueue({ url, log })
})
afterAll(() => queue[Symbol.asyncDispose]())

/** Jobs in these tests contain scan IDs, the format before tickets. */
const nameOf = (payload: JobPayload<'run-scan'>) => ('scanId' in payload ? payload.scanId : payload.ticket)

const waiting = async (name: string) =>
  Number((await sql`select count(*) from pgboss.job where name = ${name} and state < 'active'`)[0]?.count)

describe('the queue', () => {
  it('sends a job if and only if the transaction commits', async () => {
    const rolledBack = db.transaction(async (tx) => {
      await queue.enqueue(tx, 'abandon-scan', { scanId: 'scan_rolled_back' })
      throw new Error('changed our mind')
    })
    await expect(rolledBack).rejects.toThrow('changed our mind')
    expect(await waiting('abandon-scan')).toBe(0)

    await db.transaction((tx) => queue.enqueue(tx, 'abandon-scan', { scanId: 'scan_committed' }))
    expect(await waiting('abandon-scan')).toBe(1)
  })

  it('refuses a payload that is not the job’s', async () => {
    await expect(queue.enqueue(db, 'run-scan', { scanId: 7 } as never)).rejects.toThrow(/scanId/)
  })

  it('keeps one job of a key for exclusive jobs', async () => {
    await queue.enqueue(db, 'sync-advisories', { ecosystem: 'npm' }, { key: 'npm' })
    await queue.enqueue(db, 'sync-advisories', { ecosystem: 'npm' }, { key: 'npm' })
    await queue.enqueue(db, 'sync-advisories', { ecosystem: 'PyPI' }, { key: 'PyPI' })
    expect(await waiting('sync-advisories')).toBe(2)
  })

  it('does not let a slow job hold up others', async () => {
    const done: string[] = []
    let release = () => {}
    const slow = new Promise<void>((resolve) => (release = resolve))
    runScan = async (scanId) => {
      if (scanId === 'scan_slow') await slow
      done.push(scanId)
    }
    await queue.work('run-scan', (payload) => runScan(nameOf(payload)))
    for (const scanId of ['scan_slow', 'scan_a', 'scan_b', 'scan_c', 'scan_d'])
      await queue.enqueue(db, 'run-scan', { scanId })
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['scan_a', 'scan_b', 'scan_c', 'scan_d']), {
      timeout: 8_000,
      interval: 20,
    })
    await vi.waitFor(
      async () =>
        expect(await sql`select 1 from pgboss.job where name = 'run-scan' and state = 'active'`).toHaveLength(1),
      { timeout: 3_000 },
    )
    release()
    await vi.waitFor(() => expect(done).toContain('scan_slow'))
  })

  it('runs its statements without nested loops', async () => {
    await sql.unsafe(`
      create table noted_settings (application text, nested_loops text);
      create function note_settings() returns trigger language plpgsql as $$ begin
        insert into noted_settings values (current_setting('application_name'), current_setting('enable_nestloop'));
        return new;
      end $$;
      create trigger note_settings after update on pgboss.job for each row execute function note_settings()`)
    const done: string[] = []
    runScan = async (scanId) => void done.push(scanId)
    for (const scanId of ['scan_e', 'scan_f', 'scan_g']) await queue.enqueue(db, 'run-scan', { scanId })
    await vi.waitFor(() => expect(done).toHaveLength(3), { timeout: 8_000, interval: 20 })
    expect([...(await sql`select distinct application, nested_loops from noted_settings`)]).toEqual([
      { application: 'assay queue', nested_loops: 'off' },
    ])
    await sql`drop trigger note_settings on pgboss.job`
  })

  it('tells a worker that died from a job that failed', () => {
    expect(isLostWorker({ value: { message: 'job heartbeat timeout' } })).toBe(true)
    expect(isLostWorker({ value: { message: 'job timed out' } })).toBe(true)
    for (const failure of [
      undefined,
      null,
      {},
      { message: 'job timed out' },
      { message: 'CONNECT_TIMEOUT' },
      { value: 'job timed out' },
    ])
      expect(isLostWorker(failure)).toBe(false)
  })

  it('works off a burst at once, woken by notification, and hands failing jobs to their listener', async () => {
    const done = new Set<string>()
    const abandoned: { scanId: string; failure: unknown }[] = []
    const attempts = new Map<string, number>()
    runScan = async (scanId) => {
      attempts.set(scanId, (attempts.get(scanId) ?? 0) + 1)
      if (scanId === 'scan_bad') throw new Error('it never works')
      done.add(scanId)
    }
    await queue.work('abandon-scan', async (payload, { failure }) => {
      abandoned.push({ scanId: nameOf(payload), failure })
    })
    // The worker is idle now, so a notification wakes it for the next jobs, not its first poll.
    await new Promise((resolve) => setTimeout(resolve, 300))
    const sentAt = performance.now()
    await db.transaction(async (tx) => {
      for (let index = 0; index < 40; index += 1) await queue.enqueue(tx, 'run-scan', { scanId: `scan_${index}` })
    })
    // With polling alone, it takes one batch of two every 2 s: 40 s for 40 jobs.
    await vi.waitFor(() => expect(done.size).toBe(40), { timeout: 8_000, interval: 20 })
    expect(performance.now() - sentAt).toBeLessThan(8_000)

    await db.transaction(async (tx) => {
      await queue.enqueue(tx, 'run-scan', { scanId: 'scan_bad' })
      // Five retries take half a minute, and one is enough for this test.
      await tx.execute(drizzleSql`update pgboss.job set retry_limit = 1 where data->>'scanId' = 'scan_bad'`)
    })
    await vi.waitFor(() => expect(abandoned.map(({ scanId }) => scanId)).toContain('scan_bad'), {
      timeout: 20_000,
      interval: 50,
    })
    expect(attempts.get('scan_bad')).toBe(2)
    expect(JSON.stringify(abandoned.find(({ scanId }) => scanId === 'scan_bad')?.failure)).toContain('it never works')
  })
})
