import { type BenchPart, type Measurement, measurement } from '../measurement.ts'
import { startFleetServers } from './fleet/fleet-servers.ts'
import { notificationCost } from './fleet/notification-cost.ts'
import { recordedScans } from './fleet/recorded-scans.ts'
import { type FleetRun, runFleet } from './fleet/run-fleet.ts'

const seconds = Number(process.env['FLEET_SECONDS'] ?? 60)
const workers = Number(process.env['FLEET_WORKERS'] ?? 100)
/** The fleet that each figure is compared with. */
const fewWorkers = Math.ceil(workers / 10)
const idleSeconds = Math.min(30, seconds)
const warmUpSeconds = Math.min(20, seconds)
const maxConnections = 560
const notifications = 2_000

/**
 * Simulated workers with the durations of real scans, on a PostgreSQL server with a streaming replica and PgBouncer in
 * transaction mode. The workers claim and end scans with the functions of the service, and share the cores of
 * this machine with the servers. CPU times therefore say more than rates. `FLEET_SECONDS` and `FLEET_WORKERS` change
 * the size, for experiments.
 */
export const fleet: BenchPart = {
  id: 'fleet',
  async *run() {
    const few = await measuredFleet(fewWorkers)
    const many = await measuredFleet(workers)
    yield* figuresOf(few, many)
    yield* notificationFigures()
  },
}

async function measuredFleet(count: number): Promise<FleetRun> {
  await using servers = await startFleetServers(maxConnections)
  const run = await runFleet(servers, { workers: count, idleSeconds, warmUpSeconds, seconds })
  for (const error of new Set(run.errors)) process.stderr.write(`fleet: an error of ${count} workers: ${error}\n`)
  return run
}

function* figuresOf(few: FleetRun, many: FleetRun): Iterable<Measurement> {
  const recorded = recordedScans()
  const meanSeconds = recorded.reduce((sum, scan) => sum + scan.seconds, 0) / recorded.length
  const who = `${workers} workers with ${many.slots} slots`
  const scans = `scans of ${recorded.length} recorded durations, mean ${meanSeconds.toPrecision(3)} s`
  const compared = (read: (run: FleetRun) => number, measure: string, unit: string) =>
    measurement({
      measure: `${who}, ${measure}`,
      unit,
      samples: [read(many)],
      peer: { name: `${fewWorkers} workers`, median: read(few) },
    })
  yield measurement({
    measure: `${who}, ${scans}: scans per second`,
    unit: 'scans/s',
    samples: [many.scans / many.busy.seconds],
    peer: { name: 'slots divided by the mean duration', median: many.slots / meanSeconds },
  })
  yield compared(({ scans: ended, busy }) => ended / busy.seconds, 'scans per second', 'scans/s')
  yield compared(({ running, slots }) => (100 * running) / slots, 'slots in use', '%')
  for (const server of ['primary', 'replica', 'pooler'] as const)
    yield compared((run) => (1_000 * run.busy.cpu[server]) / run.scans, `CPU of the ${server} per scan`, 'ms')
  yield compared((run) => (1_000 * run.workersCpu) / run.scans, 'CPU of the simulated workers per scan', 'ms')
  yield compared(({ busy, scans: ended }) => busy.transactions / ended, 'transactions per scan', 'transactions')
  yield compared(({ busy, scans: ended }) => busy.logBytes / 1e3 / ended, 'log per scan', 'kB')
  yield compared((run) => run.notifications / run.scans, 'notifications per scan', 'notifications')
  yield compared(({ listening }) => listening, 'sessions that each notification wakes', 'sessions')
  yield compared(({ busy }) => busy.active, 'sessions in a statement, mean', 'sessions')
  yield compared(({ busy }) => busy.waiting.lock, 'sessions that wait for a lock, mean', 'sessions')
  yield compared(({ busy }) => busy.waiting.notify, 'sessions that wait to notify, mean', 'sessions')
  yield compared(({ busy }) => busy.waiting.advisory, 'sessions that wait for an advisory lock, mean', 'sessions')
  yield compared(({ busy }) => busy.waiting.row, 'sessions that wait for a row, mean', 'sessions')
  yield compared(({ busy }) => busy.waiting.lightweight, 'sessions that wait for a lightweight lock, mean', 'sessions')
  yield compared(({ busy }) => busy.connections.server, 'connections to the primary, largest number', 'connections')
  yield compared(({ busy }) => busy.connections.clients, 'connections to the pooler, largest number', 'connections')
  yield compared(
    ({ busy }) => busy.connections.waitingClients,
    'connections that wait in the pooler, largest number',
    'connections',
  )
  yield compared(({ errors }) => errors.length, 'errors that the workers and the sender logged', 'errors')
  yield lag('delay', 'ms', many.busy.lagMs)
  yield lag('distance', 'bytes', many.busy.lagBytes)
  yield compared(({ idle }) => idle.cpu.primary / idle.seconds, 'without scans: CPU of the primary', 'cores')
  yield compared(({ idle }) => idle.cpu.pooler / idle.seconds, 'without scans: CPU of the pooler', 'cores')
  yield compared(({ idle }) => idle.transactions / idle.seconds, 'without scans: transactions', '/s')
}

function lag(what: string, unit: string, samples: readonly number[]): Measurement {
  return measurement({ measure: `${workers} workers, replica behind the primary, ${what}`, unit, samples })
}

/** The cost of a notification, by the number of sessions that listen. */
async function* notificationFigures(): AsyncIterable<Measurement> {
  await using servers = await startFleetServers(maxConnections)
  const alone = await notificationCost(servers.directUrl, 0, notifications)
  for (const listeners of [100, 400])
    yield measurement({
      measure: `CPU of PostgreSQL per notification with ${listeners} listening sessions`,
      unit: 'ms',
      samples: [await notificationCost(servers.directUrl, listeners, notifications)],
      peer: { name: 'without other sessions', median: alone },
    })
}
