import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { databaseByClock, fakedClock, fakedClockLibrary } from './faked-clock.ts'
import { stormSize } from './storm-size.ts'
import { startStormService } from './storm-service.ts'
import { expectNothingLost, sendDeliveries, submitScans, tellOutcome, untilSettled } from './storm-traffic.ts'

const size = stormSize()
const hour = 3_600
/** Longer than a worker may be silent before its jobs count as lost. */
const heldMs = 15_000

it.skipIf(fakedClockLibrary === undefined)(
  'loses nothing and waits for nothing when clocks of the database, the web process and workers jump ' +
    'forward and back (without libfaketime: not shown)',
  async () => {
    using ofDatabase = fakedClock()
    using ofWeb = fakedClock()
    using ofWorker = fakedClock()
    await using database = await databaseByClock(ofDatabase)
    await using service = await startStormService({
      database,
      minutes: size.minutes,
      settings: ofWeb.settings,
      settingsOfWorker: (worker) => (worker === 0 ? ofWorker.settings : {}),
    })
    const jumps: readonly (readonly [string, readonly (typeof ofWeb)[], number])[] = [
      ['one worker forward', [ofWorker], hour],
      ['one worker back', [ofWorker], -hour],
      ['database forward', [ofDatabase], hour],
      ['database back', [ofDatabase], -hour],
      ['all forward', [ofDatabase, ofWeb, ofWorker], hour],
      ['all back', [ofDatabase, ofWeb, ofWorker], -hour],
    ]
    const scans: string[] = []
    const events: string[] = []
    const settledSeconds: Record<string, number> = {}
    for (const [name, clocks, offset] of jumps) {
      for (const clock of clocks) clock.set(offset)
      const [submitted, sent] = await Promise.all([
        submitScans(service, Math.ceil(size.scans / jumps.length)),
        sendDeliveries(service, Math.ceil(size.deliveries / jumps.length)),
        pause(heldMs),
      ])
      scans.push(...submitted)
      events.push(...sent)
      // The clock is corrected while scans run.
      const [later] = await Promise.all([submitScans(service, 2), ...clocks.map(async (clock) => clock.set(0))])
      scans.push(...later)
      settledSeconds[name] = await untilSettled({
        ...service,
        deadline: Math.min(service.deadline, Date.now() + 10 * 60_000),
      }).catch((error: unknown) => {
        throw new Error(`${name}: not everything ended: ${String(error)}`, { cause: error })
      })
    }
    const processes = [...service.workers, service.web]
    const saying = (way: 'back' | 'forward') =>
      processes.filter((one) => one.log().includes(`database clock set ${way}`)).length
    const said = {
      'in logs: the clock was set back': saying('back'),
      'in logs: the clock was set forward': saying('forward'),
    }
    await expectNothingLost(service, { scans, events }, (counts) =>
      tellOutcome('jumped clock', { settledSeconds, ...counts, said }),
    )
    expect(new Set(Object.values(said))).toEqual(new Set([processes.length]))
    expect((await service.readiness()).status).toBe(200)
    for (const one of processes) expect(await one.end('SIGTERM')).toBe(0)
  },
  size.minutes * 60_000 + 60_000,
)
