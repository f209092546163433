import type { Measurement } from './measurement.ts'

/** Reads the figures of a part, and formats numbers. */
export interface PartFigures {
  readonly found: (measure: RegExp) => Measurement | undefined
  readonly shown: (value: number, digits?: number) => string
}

/** As `concurrency` of the job `run-scan`. */
const slotsOfWorker = 2
/** Size of a large PostgreSQL server, in cores. */
const largeServer = 32

/** CPU time of PostgreSQL by what causes it. All figures are NaN if no fleet was measured. */
export interface FleetCost {
  /** Mean duration of a scan. */
  readonly meanSeconds: number
  /** Cores that one worker takes without scans. */
  readonly idle: number
  readonly notifications: number
  /** CPU of a notification for each session that listens, in milliseconds. */
  readonly wakeMs: number
  /** CPU per scan without what grows with the fleet, in milliseconds. */
  readonly scanMs: number
}

/**
 * Returns the end of the paragraph about PostgreSQL for a fleet of this size: what workers add to `scanCores`, the
 * cost of the scans.
 */
export function fleetCores(
  cost: FleetCost,
  { workers, perSecond, scanCores }: Readonly<Record<'workers' | 'perSecond' | 'scanCores', number>>,
  shown: PartFigures['shown'],
): string {
  if (Number.isNaN(cost.idle)) return 'The cost of polling and notifications is additional, and was not measured.'
  const polling = workers * cost.idle
  const woken = (perSecond * cost.notifications * workers * cost.wakeMs) / 1_000
  return (
    `Polling by ${workers} workers adds ${shown(polling, 2)} cores, and notifications add ${shown(woken, 2)}, as ` +
    `[calculated from a simulated fleet](#a-simulated-fleet). In total, PostgreSQL needs ` +
    `${shown(scanCores + polling + woken, 2)} cores, if it scales linearly (assumed).`
  )
}

/** Returns the sections about the simulated fleet for docs/explanation/scale.md. */
export function fleetSections({ found, shown }: PartFigures): string {
  const [, workers = '', slots = '', recorded = '', mean = ''] = sizeOf(found)
  if (workers === '') return ''
  const few = found(/slots, scans per second$/)?.peer ?? ''
  const row = (title: string, measure: RegExp, unit = '') => {
    const figure = found(measure)
    return `| ${title} | ${shown(figure?.peerMedian ?? NaN)}${unit} | ${shown(figure?.median ?? NaN)}${unit} |`
  }
  const rows = [
    row('scans per second', /slots, scans per second$/),
    row('slots in use', /, slots in use$/, ' %'),
    row('CPU of PostgreSQL per scan', /, CPU of the primary per scan$/, ' ms'),
    row('CPU of the replica per scan', /, CPU of the replica per scan$/, ' ms'),
    row('CPU of PgBouncer per scan', /, CPU of the pooler per scan$/, ' ms'),
    row('transactions per scan', /, transactions per scan$/),
    row('notifications per scan', /, notifications per scan$/),
    row('sessions that each notification wakes', /, sessions that each notification wakes$/),
    row('sessions that wait for a lock, mean', /, sessions that wait for a lock, mean$/),
    row('of them for an advisory lock, which claims use', /, sessions that wait for an advisory lock, mean$/),
    row('of them for a row', /, sessions that wait for a row, mean$/),
    row('of them for the lock of notifications', /, sessions that wait to notify, mean$/),
    row('connections to PostgreSQL, at most', /, connections to the primary, largest number$/),
    row('connections to PgBouncer, at most', /, connections to the pooler, largest number$/),
    row(
      'clients that wait in PgBouncer for a connection, at most',
      /, connections that wait in the pooler, largest number$/,
    ),
    row('errors that the workers and the sender of scans logged', /, errors that the workers and the sender logged$/),
    row('CPU of PostgreSQL without scans', /, without scans: CPU of the primary$/, ' cores'),
  ]
  const lag = found(/, replica behind the primary, delay$/)
  const alone = found(/^CPU of PostgreSQL per notification with 400 /)?.peerMedian ?? NaN
  const notified = (listeners: number) =>
    found(new RegExp(`^CPU of PostgreSQL per notification with ${listeners} `))?.median ?? NaN
  const cost = fleetCost(found)
  return `## A simulated fleet

\`npm run bench -- fleet\` runs ${workers} workers with ${slots} scan slots. They claim scans, report progress, and
store results with the functions of the service, but wait instead of scanning. A wait takes as long as one of the
${recorded} scans in \`bench/results/sources.json\`, ${mean} s on average. Other jobs end without work. PostgreSQL has a
streaming replica, and PgBouncer is in front of it in transaction mode. All processes share two cores, so the rate of
the large fleet says little about larger machines. The CPU times show what a scan costs.

| | ${few} | ${workers} workers |
|---|---|---|
${rows.join('\n')}

- **Replica**: it was ${shown(lag?.median ?? NaN)} ms behind the primary at the median, and ${shown(lag?.p99 ?? NaN)} ms
  at the 99th percentile, while ${workers} workers were busy.
- **Notifications**: PostgreSQL wakes every session that listens in the database, even if it listens to another channel.
  A notification takes ${shown(alone, 2)} ms of CPU without such sessions, ${shown(notified(100))} ms with 100, and
  ${shown(notified(400))} ms with 400. Each worker has one such session.
- **Polling**: each worker looks for jobs of every kind every two seconds. Each of the ${few} takes
  ${shown(1_000 * cost.idle, 2)} thousandths of a core in PostgreSQL without scans.

${thousandScans(cost, few, shown)}

`
}

/** Reads the size of the fleet: workers, slots, number of recorded scans, and their mean duration. */
function sizeOf(found: PartFigures['found']): readonly string[] {
  return (
    /^(\d+) workers with (\d+) slots, scans of (\d+) recorded durations, mean ([\d.]+) s/.exec(
      found(/: scans per second$/)?.measure ?? '',
    ) ?? []
  )
}

/** Returns the costs of the small fleet, which was not at its limit. */
export function fleetCost(found: PartFigures['found']): FleetCost {
  const [, , , , mean] = sizeOf(found)
  const few = Number.parseInt(found(/slots, scans per second$/)?.peer ?? '')
  const many = found(/^CPU of PostgreSQL per notification with 400 /)
  const wakeMs = ((many?.median ?? NaN) - (many?.peerMedian ?? NaN)) / 400
  const idle = (found(/, without scans: CPU of the primary$/)?.peerMedian ?? NaN) / few
  const notifications = found(/, notifications per scan$/)
  const sessions = found(/, sessions that each notification wakes$/)?.peerMedian ?? NaN
  const fewPerSecond = found(/slots, scans per second$/)?.peerMedian ?? NaN
  const fewMs = found(/, CPU of the primary per scan$/)?.peerMedian ?? NaN
  const fewNotifications = notifications?.peerMedian ?? NaN
  return {
    meanSeconds: Number(mean),
    idle,
    notifications: fewNotifications,
    wakeMs,
    scanMs: fewMs - (1_000 * idle * few) / fewPerSecond - fewNotifications * sessions * wakeMs,
  }
}

function thousandScans(
  { meanSeconds, idle, notifications, wakeMs, scanMs }: FleetCost,
  few: string,
  shown: PartFigures['shown'],
): string {
  const coresAt = (perSecond: number) => {
    const workers = Math.ceil((perSecond * meanSeconds) / slotsOfWorker)
    return {
      workers,
      scans: (perSecond * scanMs) / 1_000,
      polling: workers * idle,
      notifications: (perSecond * notifications * workers * wakeMs) / 1_000,
    }
  }
  const total = (perSecond: number) => {
    const { scans, polling, notifications: woken } = coresAt(perSecond)
    return scans + polling + woken
  }
  let most = 0
  while (most < 1_000 && total(most + 1) <= largeServer) most += 1
  const [daily, far] = [coresAt(5.6), coresAt(1_000)]
  const at = coresAt(most)
  return `## 1,000 scans per second

These figures are calculated from three terms, and assume that each stays the same in a larger fleet:

- **Polling**: CPU of PostgreSQL without scans with ${few}, divided by their number.
- **Notifications**: CPU of a notification with 400 listening sessions minus that without such sessions, divided by 400.
  A scan sends as many notifications as with ${few}, and each wakes one session per worker.
- **Scans**: CPU of PostgreSQL per scan with ${few}, minus their polling and notifications.

The result:

- **10 million servers**: 5.6 scans per second, as below, need ${shown(daily.workers)} workers and ${shown(
    total(5.6),
    2,
  )} cores of PostgreSQL.
- **1,000 scans per second**: they need 1,000 × ${shown(meanSeconds)} s / ${slotsOfWorker} = ${shown(
    far.workers,
  )} workers. PostgreSQL would need ${shown(far.scans, 2)} cores for the scans, ${shown(
    far.polling,
    2,
  )} cores for polling, and ${shown(far.notifications, 2)} cores for notifications.
- **What breaks first**: the notifications. Their cost is the number of scans times the number of workers, so it grows
  with the square of the fleet. A server with ${largeServer} cores handles at most ${shown(
    most,
  )} scans per second if PostgreSQL scales linearly (assumed), with ${shown(at.workers)} workers:
  ${shown(at.notifications, 2)} cores for notifications,
  ${shown(at.scans, 2)} for scans, and ${shown(at.polling, 2)} for polling.
- **What helps**: several installations, each with its own database. Fewer notifications per scan, and one session that
  listens for several workers, would move this limit. Assay has neither.`
}
