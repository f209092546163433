import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { freshCluster } from '../../bench/fresh-installation.ts'
import { postmasters } from '../service/db/embedded/running.ts'
import { startConnectionProxy } from './connection-proxy.ts'
import { killProcesses, persistently } from './kill-processes.ts'
import { recoveries } from './lost-jobs.ts'
import { stormSize } from './storm-size.ts'
import { startStormService } from './storm-service.ts'
import { expectNothingLost, sendDeliveries, submitScans, tellOutcome, untilSettled } from './storm-traffic.ts'

const size = stormSize()
/** Longer than a worker may be silent before its jobs count as lost. */
const awayMs = 15_000

it(
  'loses nothing when connections are cut, fall silent or are refused, and the database is restarted',
  async () => {
    await using cluster = await freshCluster({ max_connections: '200' })
    await using database = await cluster.database()
    await using proxy = await startConnectionProxy(Number(new URL(database.url).port))
    await using service = await startStormService({
      database,
      databaseUrl: proxy.through(database.url),
      minutes: size.minutes,
    })
    let connectionsCut = 0
    let timesSaid = 0
    const whileAway = async (begin: () => void) => {
      begin()
      try {
        await vi.waitFor(
          async () =>
            expect(await service.readiness()).toEqual({ status: 503, problems: ['The database cannot be reached.'] }),
          { timeout: 30_000, interval: 500 },
        )
        timesSaid += 1
        await pause(awayMs)
      } finally {
        proxy.restore()
      }
      await vi.waitFor(async () => expect((await service.readiness()).status).toBe(200), {
        timeout: 60_000,
        interval: 500,
      })
    }
    const storm = killProcesses(
      {
        'backends ended': async () =>
          void (await database.sql`select pg_terminate_backend(pid) from pg_stat_activity
            where application_name like 'assay%' and pid <> pg_backend_pid()`),
        'connections cut': async () => void (connectionsCut += proxy.cut()),
        'connections silent': () => whileAway(() => proxy.silence()),
        'connections refused': () => whileAway(() => proxy.refuse()),
        'database restarted': async () => {
          // A fast shutdown, the first step of an administrator's restart. The launcher starts it again.
          for (const pid of postmasters(cluster.folder)) process.kill(pid, 'SIGINT')
          await persistently(() => database.sql`select 1`, service.deadline)
        },
      },
      size.kills,
    )
    const [scans, events] = await Promise.all([
      submitScans(service, size.scans),
      sendDeliveries(service, size.deliveries),
    ])
    const broken = await storm
    const settledSeconds = await untilSettled(service)
    const said = {
      'readyz: The database cannot be reached.': timesSaid,
      'in logs: queue error': [...service.workers, service.web].filter((one) =>
        one.log().includes('"msg":"queue error"'),
      ).length,
    }
    await expectNothingLost(service, { scans, events }, (counts) =>
      tellOutcome('lost connections', { broken: recoveries(broken), connectionsCut, settledSeconds, ...counts, said }),
    )
    expect(connectionsCut).toBeGreaterThan(0)
    expect(await service.readiness()).toMatchObject({ status: 200 })
    for (const one of [...service.workers, service.web]) expect(await one.end('SIGTERM')).toBe(0)
  },
  size.minutes * 60_000 + 60_000,
)
