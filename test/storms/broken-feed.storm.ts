import pino from 'pino'
import { expect, it, vi } from 'vitest'
import { freshCluster } from '../../bench/fresh-installation.ts'
import { openQueue } from '../../src/service/queue/queue.ts'
import { trustedCertificate } from '../support/tls-certificate.ts'
import { feedFaults, startBreakableFeed } from './breakable-feed.ts'
import { stormSize } from './storm-size.ts'
import { startStormService } from './storm-service.ts'
import { expectNothingLost, submitScan, submitScans, tellOutcome, untilSettled } from './storm-traffic.ts'

const size = stormSize()
const failing = 'The last attempt to sync the advisories for npm failed.'

it(
  'scans with what it has while the advisory feed is broken in every way, says so, and syncs by itself when ' +
    'it is whole again',
  async () => {
    const certificate = await trustedCertificate()
    await using feed = await startBreakableFeed(certificate)
    await using cluster = await freshCluster({ max_connections: '200' })
    await using database = await cluster.database()
    await using service = await startStormService({
      database,
      minutes: size.minutes,
      certificate,
      settings: { OSV_URL: feed.url },
    })
    await using queue = await openQueue({ url: database.url, log: pino({ level: 'silent' }) })
    await vi.waitFor(
      async () => expect((await service.readiness()).problems).not.toContainEqual(expect.stringContaining('npm')),
      { timeout: 60_000, interval: 500 },
    )
    const scans = [await submitScan(service)]

    /** Syncs like the hourly job. If `isWhole`, the weekly sync of the whole export is also due. */
    const sync = async (isWhole: boolean) => {
      const attemptOf = async () =>
        (
          await database.sql<
            { at: string | null }[]
          >`select last_attempt_at::text as at from advisory_feeds where base = ${feed.url} and ecosystem = 'npm'`
        )[0]?.at
      const before = await attemptOf()
      if (isWhole)
        await database.sql`update advisory_feeds set full_at = now() - interval '8 days' where base = ${feed.url}`
      await vi.waitFor(
        async () => {
          if ((await attemptOf()) !== before) return
          // Enqueued repeatedly, because the queue ignores a job while the previous sync is still being completed.
          await queue.enqueue(database.db, 'sync-advisories', { ecosystem: 'npm' }, { key: 'npm' })
          throw new Error('no attempt to sync is noted')
        },
        { timeout: 300_000, interval: 200 },
      )
    }
    const told: Record<string, string> = {}
    for (const [number, fault] of feedFaults.entries()) {
      feed.mode = fault
      const [during] = await Promise.all([
        submitScans(service, Math.ceil(size.scans / feedFaults.length)),
        sync(number % 2 === 0),
      ])
      scans.push(...during)
      const [row] = await database.sql<
        { lastError: string | null; records: number }[]
      >`select last_error as "lastError", records from advisory_feeds where base = ${feed.url} and ecosystem = 'npm'`
      told[fault] = row?.lastError ?? ''
      expect(row, fault).toEqual({ lastError: expect.any(String), records: 1 })
      expect(await service.readiness()).toMatchObject({ status: 200, problems: expect.arrayContaining([failing]) })
    }
    feed.mode = 'healthy'
    await sync(true)
    expect((await service.readiness()).problems).not.toContain(failing)
    scans.push(await submitScan(service))
    const settledSeconds = await untilSettled(service)
    const verdicts = await database.sql<
      { verdict: string; scans: number }[]
    >`select verdict, count(*)::int as scans from scans group by verdict`
    await expectNothingLost(service, { scans, events: [] }, (counts) =>
      tellOutcome('broken feed', {
        requests: feed.requests(),
        settledSeconds,
        ...counts,
        said: { readyz: failing, ofEachFault: told },
      }),
    )
    // Each scan found the vulnerability, with the advisories from before the fault.
    expect(verdicts.map((row) => ({ ...row }))).toEqual([{ verdict: 'fail', scans: scans.length }])
    expect(service.workers.map((worker) => worker.log()).join('\n')).toContain(
      'advisory feed not synced; the last good data is kept',
    )
    for (const one of [...service.workers, service.web]) expect(await one.end('SIGTERM')).toBe(0)
  },
  size.minutes * 60_000 + 60_000,
)
