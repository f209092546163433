import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import postgres, { type Sql } from 'postgres'
import { parseTarget } from '../../../src/engine/sources/accept-url.ts'
import { openDatabase } from '../../../src/service/db/client.ts'
import { notifyChannel } from '../../../src/service/queue/notify-workers.ts'
import { openQueue } from '../../../src/service/queue/queue.ts'
import { requestScan } from '../../../src/service/scans/request-scan.ts'
import { addAccounts } from '../claims/claim-with-workers.ts'
import { treeCpuSeconds } from '../workers/tree-cpu.ts'
import { errorLog } from './error-log.ts'
import type { FleetOrder, FleetReport } from './fleet-process.ts'
import type { AddressedUrls, FleetServers } from './fleet-servers.ts'
import { type ServerFigures, watchServers } from './watch-servers.ts'

const accounts = 40
/** As `concurrency` of the job `run-scan`. */
const slotsOfWorker = 2
const processes = 4
const refillMs = 100
const submissionsAtOnce = 8
/** Time for a process of the fleet to stop. */
const stopMs = 60_000

export interface FleetSize {
  readonly workers: number
  readonly idleSeconds: number
  /** Time until the scans of the first moment no longer end together. */
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** What a fleet did. */
export interface FleetRun {
  readonly slots: number
  /** The servers while all workers wait for scans. */
  readonly idle: ServerFigures
  /** The servers while more scans wait than workers run. */
  readonly busy: ServerFigures
  /** Scans that ended in the busy period. */
  readonly scans: number
  /** Mean number of running scans in the busy period. */
  readonly running: number
  readonly notifications: number
  /** Sessions that received each notification. */
  readonly listening: number
  /** CPU time of the simulated workers in the busy period, in seconds. */
  readonly workersCpu: number
  /** Errors that the workers and the sender of scans logged until the end of the busy period. */
  readonly errors: readonly string[]
}

/** Runs simulated workers, first without scans, and then with more scans than they can run. */
export async function runFleet(servers: FleetServers, size: FleetSize): Promise<FleetRun> {
  await using stack = new AsyncDisposableStack()
  const slots = size.workers * slotsOfWorker
  const errors: string[] = []
  const onError = (error: string) => void errors.push(error)
  const children = await Promise.all(
    Array.from({ length: processes }, (_, index) =>
      startProcess(
        stack,
        {
          pooledUrl: servers.pooledUrl,
          directUrl: servers.directUrl,
          workers: Math.floor((size.workers + index) / processes),
          scansAtOnce: slots,
          seed: index,
        },
        onError,
      ),
    ),
  )
  const sql = postgres(servers.directUrl, { max: 2, onnotice: () => {} })
  stack.defer(() => sql.end({ timeout: 5 }))
  const accountIds = await addAccounts(sql, accounts)
  const counted = await countNotifications(sql)

  const idleWatch = await watchServers(servers)
  await pause(size.idleSeconds * 1_000)
  const idle = await idleWatch.end()

  stack.use(await keepSubmitting(servers, { accountIds, waiting: slots, log: errorLog(onError) }))
  await pause(size.warmUpSeconds * 1_000)
  const cpu = () => treeCpuSeconds(...children.map(({ pid }) => pid ?? 0))
  const before = { scans: await endedScans(sql), notifications: counted(), cpu: cpu() }
  const busyWatch = await watchServers(servers)
  const running = await meanRunning(sql, size.seconds)
  const busy = await busyWatch.end()
  return {
    slots,
    idle,
    busy,
    scans: (await endedScans(sql)) - before.scans,
    running,
    notifications: counted() - before.notifications,
    listening: await listeningSessions(sql),
    workersCpu: cpu() - before.cpu,
    errors: [...errors],
  }
}

/** Starts a process of the fleet, and resolves when its workers run. The stack ends it, also if this fails. */
async function startProcess(
  stack: AsyncDisposableStack,
  order: FleetOrder,
  onError: (error: string) => void,
): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('fleet-process.ts', import.meta.url)))
  let isRunning = false
  stack.defer(() => endProcess(child, isRunning))
  const exit = once(child, 'exit')
  const running = new Promise<void>((resolve) => {
    child.on('message', (report: FleetReport) => {
      if (report !== 'running') return onError(report.error)
      isRunning = true
      resolve()
    })
  })
  child.send(order)
  await Promise.race([running, exit])
  if (!isRunning) throw new Error('a process of the fleet ended before its workers ran')
  return child
}

/** Stops a running process of the fleet. Kills one that never ran or does not stop. */
async function endProcess(child: ChildProcess, isRunning: boolean): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  if (isRunning && child.connected) child.send('stop', () => {})
  else child.kill('SIGKILL')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs)
  await exit
  clearTimeout(timer)
}

/** Submits scans so that this number of them waits, until disposal. */
async function keepSubmitting(
  { pooledUrl, directUrl }: AddressedUrls,
  {
    accountIds,
    waiting,
    log,
  }: { readonly accountIds: readonly string[]; readonly waiting: number; readonly log: Logger },
): Promise<AsyncDisposable> {
  await using stack = new AsyncDisposableStack()
  const { db, sql } = stack.use(
    openDatabase(pooledUrl, { maxConnections: submissionsAtOnce, applicationName: 'assay', directUrl }),
  )
  const queue = stack.use(await openQueue({ url: pooledUrl, directUrl, log }))
  let submitted = 0
  const submit = async () => {
    const url = `https://www.npmjs.com/package/fleet-${submitted}`
    const accountId = accountIds[submitted % accountIds.length] ?? ''
    submitted += 1
    const answer = await requestScan({ db, queue }, { accountId, url, target: parseTarget(url), failOn: 'high' })
    if (typeof answer === 'string') throw new Error(answer)
  }
  const over = new AbortController()
  const submitting = (async () => {
    while (!over.signal.aborted) {
      const [row] = await sql<{ count: number }[]>`select count(*)::int as count from scans where status = 'pending'`
      let missing = waiting - (row?.count ?? 0)
      const take = async () => {
        while (missing > 0 && !over.signal.aborted) {
          missing -= 1
          await submit()
        }
      }
      await Promise.all(Array.from({ length: submissionsAtOnce }, take))
      await pause(refillMs)
    }
  })()
  // Reported at the disposal. Without this line, Node would end the process.
  submitting.catch(() => {})
  const opened = stack.move()
  return {
    async [Symbol.asyncDispose]() {
      over.abort()
      try {
        await submitting
      } finally {
        await opened.disposeAsync()
      }
    },
  }
}

/** Listens on all channels. Returns a function that returns the number of notifications so far. */
async function countNotifications(sql: Sql): Promise<() => number> {
  const [row] = await sql.unsafe(`select ${notifyChannel} as channel`)
  let notifications = 0
  for (const channel of [String(row?.['channel']), 'scan_changed', 'caller_changed'])
    await sql.listen(channel, () => (notifications += 1))
  return () => notifications
}

/** Counts scans that completed. Throws if a scan failed. */
async function endedScans(sql: Sql): Promise<number> {
  const [row] = await sql<{ completed: number; failed: number }[]>`
    select count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where status = 'failed')::int as failed from scans`
  if (row?.failed !== 0) throw new Error(`${row?.failed} scans failed`)
  return row.completed
}

async function meanRunning(sql: Sql, seconds: number): Promise<number> {
  const samples: number[] = []
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; await pause(500)) {
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from scans where status = 'scanning'`
    samples.push(row?.count ?? NaN)
  }
  return samples.reduce((sum, count) => sum + count, 0) / samples.length
}

/** The last or current statement of a session that listens is LISTEN, or the heartbeat of pg-boss. */
async function listeningSessions(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where pid <> pg_backend_pid() and (query ilike 'listen %' or query like '%pg_listening_channels%')`
  return row?.count ?? NaN
}
