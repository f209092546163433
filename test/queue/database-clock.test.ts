import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { openQueue } from '../../src/queue/queue.ts'
import { testDatabase } from '../support/test-database.ts'

const log = pino({ level: 'silent' })
const { db, sql, url } = await testDatabase()

describe('a clock of the database that was an hour ahead', () => {
  it('keeps nothing waiting once it is set back', async () => {
    {
      await using queue = await openQueue({ url, log })
      await queue.enqueue(db, 'tidy-accounts', {}, { key: 'made ahead' })
      await queue.enqueue(db, 'tidy-receipts', {}, { key: 'tried again ahead' })
      await queue.enqueue(db, 'abandon-scan', { scanId: 'taken up ahead' })
      await queue.enqueue(db, 'tidy-webhooks', {}, { key: 'meant for later', startAfter: new Date(Date.now() + 24 * 60 * 60_000) })
    }
    // As it stands when the clock has been right again for a moment.
    await sql`update pgboss.version set cron_on = now() + interval '1 hour', flow_on = now() + interval '1 hour'`
    await sql`update pgboss.queue set monitor_claim_on = now() + interval '1 hour', maintain_on = now() + interval '1 hour'`
    await sql`update pgboss.job set created_on = created_on + interval '1 hour', start_after = start_after + interval '1 hour' where name in ('tidy-accounts', 'tidy-webhooks')`
    await sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 hour' where name = 'tidy-receipts'`
    await sql`update pgboss.job set state = 'active', started_on = now() + interval '1 hour', heartbeat_on = now() + interval '1 hour' where name = 'abandon-scan'`

    const done: string[] = []
    await using queue = await openQueue({ url, log })
    for (const name of ['tidy-accounts', 'tidy-receipts', 'abandon-scan', 'tidy-webhooks'] as const) await queue.work(name, async () => void done.push(name))
    // The worker of the third is missed when its heartbeat has grown old.
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['abandon-scan', 'tidy-accounts', 'tidy-receipts']), { timeout: 90_000, interval: 100 })
    const [later] = await sql<{ hours: number }[]>`select extract(epoch from start_after - now())::float8 / 3600 as hours from pgboss.job where name = 'tidy-webhooks'`
    expect(later?.hours).toBeGreaterThan(23.5)
    expect(later?.hours).toBeLessThan(24.1)
    expect(await sql`select 1 from pgboss.version where cron_on > now() + interval '1 minute'`).toHaveLength(0)
  }, 120_000)
})
