import { PgBoss } from 'pg-boss'
import pino from 'pino'
import { expect, it, vi } from 'vitest'
import { jobs } from '../../../src/service/queue/jobs.ts'
import { startJobWorker } from '../../../src/service/queue/job-worker.ts'
import { openQueue } from '../../../src/service/queue/queue.ts'
import { testDatabase } from '../../support/test-database.ts'

const log = pino({ level: 'silent' })
const name = 'work-github-delivery'

it('an ordinary job that was fetched runs although the next fetch fails', async () => {
  const { db, sql, url } = await testDatabase()
  await using queue = await openQueue({ url, log })
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false })
  boss.on('error', () => {})
  await boss.start()
  const fetch = boss.fetch.bind(boss) as (...given: unknown[]) => Promise<{ length: number }>
  let [hasOrdinary, hasFailed] = [false, false]
  Object.assign(boss, {
    fetch: async (of: string, options: { maxPriority?: number }) => {
      if (hasOrdinary && !hasFailed) {
        hasFailed = true
        throw new Error('The connection was lost.')
      }
      const fetched = await fetch(of, options)
      if (options.maxPriority === 0 && fetched.length > 0) hasOrdinary = true
      return fetched
    },
  })
  await queue.enqueue(db, name, { deliveryId: 'ordinary' })
  for (let index = 0; index < 5 * jobs[name].concurrency; index += 1)
    await queue.enqueue(db, name, { deliveryId: `urgent ${index}` }, { priority: 1 })
  let isOrdinaryRun = false
  // Jobs end only after all places were filled, so that each fetch is for all of them.
  const waiting: (() => void)[] = []
  const worker = startJobWorker({ boss, log }, name, jobs[name], async ({ data }) => {
    if (JSON.stringify(data).includes('ordinary')) isOrdinaryRun = true
    else if (!hasFailed)
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        if (waiting.length === jobs[name].concurrency) for (const end of waiting.splice(0)) end()
      })
  })
  await vi.waitFor(() => expect(hasFailed).toBe(true), { timeout: 8_000, interval: 20 })
  await vi.waitFor(() => expect(isOrdinaryRun).toBe(true), { timeout: 5_000, interval: 20 })
  const state = () => sql`select state, retry_count from pgboss.job where data->>'deliveryId' = 'ordinary'`
  await vi.waitFor(async () => expect(await state()).toEqual([{ state: 'completed', retry_count: 0 }]), 5_000)
  for (const end of waiting) end()
  await worker.stop(1_000)
  await boss.stop()
})
