import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type Database, type DrizzleSql, drizzleSql } from '../db/client.ts'
import { queueConnections } from '../db/hosts/open-pool.ts'
import { watchDatabaseClock } from './database-clock.ts'
import { countDue, type JobDepth, jobDepths } from './depths.ts'
import { jobInsertion } from './job-insertion.ts'
import { workerNotifier } from './notify-workers.ts'
import { type JobWorker, type MayFetch, startJobWorker } from './job-worker.ts'
import { type JobDefinition, type JobName, type JobPayload, jobs } from './jobs.ts'
import { createErrorTeller } from './repeated-errors.ts'
import { useTransactionPooler } from './use-transaction-pooler.ts'

/** Data about one attempt at a job. */
export interface JobAttempt {
  /** Aborts if the job is canceled or times out, or if the process stops. */
  readonly signal: AbortSignal
  /** Number of the attempt, starting at 1. */
  readonly attempt: number
  /** Failure of the previous job, if this job runs because all attempts at that job failed. */
  readonly failure: unknown
}

export type JobFunction<Name extends JobName> = (payload: JobPayload<Name>, attempt: JobAttempt) => Promise<void>

export interface EnqueueOptions {
  /** Key of an `exclusive` or `ordered` job. */
  readonly key?: string
  /** Earliest start. If undefined, the job starts immediately. */
  readonly startAfter?: Date
  /** Priority among jobs with the same name. Higher values run first. Defaults to 0. */
  readonly priority?: number
  /**
   * At most one job per key starts in each period of this many seconds. One more job waits for the next period, and
   * further ones are dropped.
   */
  readonly onceInSeconds?: number
}

/** Job queue. All other code uses pg-boss only through this interface. */
export interface Queue extends AsyncDisposable {
  /** Enqueues a job in the transaction `tx`. The job exists only if `tx` commits. */
  enqueue<Name extends JobName>(
    tx: Database,
    name: Name,
    payload: JobPayload<Name>,
    options?: EnqueueOptions,
  ): Promise<void>
  /**
   * Returns a statement that enqueues one job per row of `rows`, for use in another statement. The rows have the
   * columns `data` and `priority`. Not for jobs with keys. Wakes no worker: call `wakeWorkers` after the transaction.
   */
  insertionOf(name: JobName, rows: DrizzleSql): DrizzleSql
  /** Reports new jobs to all workers, without waiting. Without this, workers find them within two seconds. */
  wakeWorkers(name: JobName): void
  /**
   * Enqueues a job for later. If a job with the same key is waiting, moves that job to the new time instead. That job
   * keeps its payload.
   */
  postpone<Name extends JobName>(
    tx: Database,
    name: Name,
    payload: JobPayload<Name>,
    options: {
      readonly key: string
      readonly startAfter: Date
      readonly isPayloadKept: boolean
      /** Priority of a new job. */
      readonly priority?: number
    },
  ): Promise<void>
  /**
   * Starts to run the jobs with this name in this process. While `mayFetch` returns false, they are left to other
   * processes.
   */
  work<Name extends JobName>(
    name: Name,
    run: JobFunction<Name>,
    options?: { readonly mayFetch?: MayFetch },
  ): Promise<void>
  /** Enqueues a job on a cron schedule (UTC), once across processes. */
  schedule<Name extends JobName>(name: Name, cron: string, payload: JobPayload<Name>, key: string): Promise<void>
  /** Returns the number of waiting and running jobs, across processes. */
  depths(): Promise<readonly JobDepth[]>
  /** Counts the due jobs with a name that no worker has taken, up to `upTo`. */
  countDue(name: JobName, upTo: number): Promise<number>
  /** Stops taking jobs immediately, and resolves when no job runs in this process. Jobs can still be enqueued. */
  stopWorking(): Promise<void>
}

/** Age of a heartbeat after which its worker is considered dead. The minimum that pg-boss allows is 10 s. */
const heartbeatSeconds = 10

/** Time for which counts are cached, because clients may request `/readyz` often. */
const countsLastMs = 1_000

/** Time for which running jobs may continue when the process stops. After that, they return to the queue. */
const patienceMs = 30_000

/**
 * Number of seconds for which a stopping queue without jobs waits for its database. After that, it cuts its
 * connections, because a query that a server never answers would keep the process running.
 */
const maxSilentSeconds = 5

/**
 * Pool options of pg, which pg-boss passes on. With outdated statistics, the planner would use nested loops, which
 * process 355 jobs per second instead of 8,000. PgBouncer rejects connections that set this at startup.
 */
const poolOptions = {
  onConnect: (client: { query(text: string): Promise<unknown> }) => client.query('set enable_nestloop = off'),
}

/** Opens the queue. Creates or updates its database objects. */
export async function openQueue({
  url,
  directUrl,
  maxConnections = 6,
  log,
}: {
  readonly url: string
  /** URL without the connection pooler in transaction mode that `url` leads to. Undefined without such a pooler. */
  readonly directUrl?: string | undefined
  readonly maxConnections?: number
  readonly log: Logger
}): Promise<Queue> {
  const connections = queueConnections(url)
  const direct = directUrl === undefined ? undefined : queueConnections(directUrl, 'DATABASE_DIRECT_URL')
  const boss = new PgBoss({
    ...connections.options,
    ...(!direct && poolOptions),
    application_name: 'assay queue',
    max: maxConnections,
    useListenNotify: true,
    // A lost job is retried after the heartbeat timeout plus the supervision interval: 11 s if this is one second, 58 s
    // by default.
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
  })
  const tellError = createErrorTeller(log)
  const workers = new Map<string, JobWorker[]>()
  if (direct) useTransactionPooler(boss, direct.options)
  onNotification(boss, (name) => {
    for (const [worked, these] of workers)
      if (name === undefined || worked === name) for (const worker of these) worker.wake()
  })
  boss.on('error', (error) => tellError(error, 'queue error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warning'))
  await boss.start()
  for (const [name, definition] of Object.entries<JobDefinition>(jobs)) await declareQueue(boss, name, definition)
  const clock = watchDatabaseClock({ boss, log })

  let counted: { readonly at: number; readonly depths: Promise<readonly JobDepth[]> } | undefined
  let worked: Promise<unknown> | undefined
  const stopWorking = async () =>
    void (await (worked ??= endOrCut(
      Promise.all([...workers.values()].flat().map((worker) => worker.stop(patienceMs))),
    )))
  /** Waits for the end of a part. Cuts the connections repeatedly if that takes too long without a running job. */
  async function endOrCut(end: Promise<unknown>): Promise<void> {
    let silentSeconds = 0
    const timer = setInterval(() => {
      const isBusy = [...workers.values()].flat().some((worker) => worker.isBusy)
      silentSeconds = isBusy ? 0 : silentSeconds + 1
      if (silentSeconds > 0 && silentSeconds % maxSilentSeconds === 0)
        for (const those of [connections, direct]) those?.cut()
    }, 1_000)
    await end.finally(() => clearInterval(timer))
  }

  return {
    async enqueue(tx, name, payload, { key, startAfter, priority, onceInSeconds } = {}) {
      await boss.send(name, jobs[name].payload.parse(payload), {
        db: fromDrizzle(tx, drizzleSql),
        ...(key === undefined ? {} : { singletonKey: key }),
        ...(startAfter === undefined ? {} : { startAfter }),
        ...(priority === undefined ? {} : { priority }),
        ...(onceInSeconds === undefined ? {} : { singletonSeconds: onceInSeconds, singletonNextSlot: true }),
      })
    },
    insertionOf: jobInsertion,
    wakeWorkers: workerNotifier(boss, tellError),
    async postpone(tx, name, payload, { key, startAfter, isPayloadKept, priority = 0 }) {
      const told = jobs[name].payload.parse(payload)
      const { updated } = await boss.update(name, isPayloadKept ? undefined : told, {
        db: fromDrizzle(tx, drizzleSql),
        singletonKey: key,
        startAfter,
      })
      if (updated === 0)
        await boss.send(name, told, { db: fromDrizzle(tx, drizzleSql), singletonKey: key, startAfter, priority })
    },
    async work(name, run, { mayFetch } = {}) {
      const worker = startJobWorker(
        { boss, log, tellError, ...(mayFetch && { mayFetch }) },
        name,
        jobs[name],
        async ({ data, retryCount, sourceOutput }, signal) => {
          await run(jobs[name].payload.parse(data) as JobPayload<typeof name>, {
            signal,
            attempt: retryCount + 1,
            failure: sourceOutput,
          })
        },
      )
      workers.set(name, [...(workers.get(name) ?? []), worker])
    },
    async schedule(name, cron, payload, key) {
      await boss.schedule(name, cron, payload, { key, singletonKey: key })
    },
    async depths() {
      if (!counted || performance.now() - counted.at > countsLastMs)
        counted = { at: performance.now(), depths: jobDepths(boss) }
      return counted.depths
    },
    countDue: (name, upTo) => countDue(boss, name, upTo),
    stopWorking,
    async [Symbol.asyncDispose]() {
      await stopWorking()
      clock[Symbol.dispose]()
      await endOrCut(boss.stop({ graceful: true, timeout: patienceMs }))
    },
  }
}

/**
 * Calls `hear` with the name of each queue that gets a job. The name is undefined if notifications may have been
 * missed. pg-boss notifies only its own workers, so this uses its LISTEN connection.
 */
function onNotification(boss: PgBoss, hear: (name: string | undefined) => void): void {
  const database = boss.getDb()
  const listen = database.listen?.bind(database)
  if (!listen) throw new Error('pg-boss has no LISTEN connection')
  database.listen = (channel, told, reconnected) =>
    listen(
      channel,
      (name) => {
        told(name)
        hear(name)
      },
      () => {
        reconnected()
        hear(undefined)
      },
    )
}

async function declareQueue(boss: PgBoss, name: string, definition: JobDefinition): Promise<void> {
  const options = {
    retryLimit: definition.retries,
    retryDelay: definition.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: 60,
    expireInSeconds: definition.expireSeconds,
    heartbeatSeconds,
    deleteAfterSeconds: 24 * 60 * 60,
    notify: true,
    ...(definition.afterLastFailure === undefined ? {} : { deadLetter: definition.afterLastFailure }),
  }
  // `stately` would also keep one waiting job. But with pg-boss 12.35, a waiting job whose key is running blocks
  // fetches for the entire queue, because its index rejects the fetch. And keys that were running when pg-boss last
  // read its queues are skipped for up to a minute.
  const policy = definition.exclusive ? 'exclusive' : definition.ordered ? 'key_strict_fifo' : 'standard'
  if (await boss.getQueue(name)) await boss.updateQueue(name, options)
  else await boss.createQueue(name, { ...options, policy })
}
