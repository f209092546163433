import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type Database, drizzleSql } from '../db/client.ts'
import { watchDatabaseClock } from './database-clock.ts'
import { countDue, type JobDepth, jobDepths } from './depths.ts'
import { type JobWorker, type MayFetch, startJobWorker } from './job-worker.ts'
import { type JobDefinition, type JobName, type JobPayload, jobs } from './jobs.ts'
import { createErrorTeller } from './repeated-errors.ts'

/** Input of a job's function in addition to its payload. */
export interface JobAttempt {
  /** Aborts when the job is canceled or expires, or when the process stops. */
  readonly signal: AbortSignal
  /** Number of the attempt, starting at 1. */
  readonly attempt: number
  /** For a job that runs after another one's last failure: that failure. */
  readonly failure: unknown
}

export type JobFunction<Name extends JobName> = (payload: JobPayload<Name>, attempt: JobAttempt) => Promise<void>

export interface EnqueueOptions {
  /** The key of `exclusive` and `ordered` jobs. */
  readonly key?: string
  /** Earliest start. Absent to start immediately. */
  readonly startAfter?: Date
  /** Priority among the jobs of the same name. Defaults to 0. Higher values come first. */
  readonly priority?: number
  /**
   * At most one job per key starts in each period of so many seconds. An earlier one waits for the next period, and
   * further ones are dropped.
   */
  readonly onceInSeconds?: number
}

/** The project's only interface to pg-boss. */
export interface Queue extends AsyncDisposable {
  /** Enqueues a job as part of the transaction `tx`. The job exists only if `tx` commits. */
  enqueue<Name extends JobName>(
    tx: Database,
    name: Name,
    payload: JobPayload<Name>,
    options?: EnqueueOptions,
  ): Promise<void>
  /** Enqueues one job per payload in one statement, as part of the transaction `tx`. Not for jobs with keys. */
  enqueueAll<Name extends JobName>(tx: Database, name: Name, payloads: readonly JobPayload<Name>[]): Promise<void>
  /**
   * Enqueues a job for later, or moves the waiting job with its key to that time. The waiting job keeps its own
   * payload.
   */
  postpone<Name extends JobName>(
    tx: Database,
    name: Name,
    payload: JobPayload<Name>,
    options: { readonly key: string; readonly startAfter: Date; readonly isPayloadKept: boolean },
  ): Promise<void>
  /**
   * Starts to run jobs of this name in this process. While `mayFetch` returns false, it takes none and leaves them to
   * others.
   */
  work<Name extends JobName>(
    name: Name,
    run: JobFunction<Name>,
    options?: { readonly mayFetch?: MayFetch },
  ): Promise<void>
  /** Enqueues a job at the times of a cron expression (UTC), once for all processes together. */
  schedule<Name extends JobName>(name: Name, cron: string, payload: JobPayload<Name>, key: string): Promise<void>
  /** Number of waiting and running jobs, over all processes. */
  depths(): Promise<readonly JobDepth[]>
  /** Number of due jobs of a name that no worker has taken, counted up to `upTo`. */
  countDue(name: JobName, upTo: number): Promise<number>
  /** Immediately stops taking jobs. Resolves when no job runs in this process. Jobs can still be enqueued. */
  stopWorking(): Promise<void>
}

/** A worker counts as dead when its heartbeat is this old. 10 s is the minimum of pg-boss. */
const heartbeatSeconds = 10

/** Time for which counts are cached, because clients can request the readiness often. */
const countsLastMs = 1_000

/** Time for running jobs to finish when the process stops. After that, they return to the queue. */
const patienceMs = 30_000

/** Opens the queue, and creates or updates its database objects. */
export async function openQueue({ url, log }: { url: string; log: Logger }): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'assay queue',
    max: 6,
    useListenNotify: true,
    // A lost job is retried after heartbeat plus supervision: 11 s if both are checked every second, 58 s by default.
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    // With outdated statistics, the planner joins jobs in a nested loop: 355 jobs per second instead of 8,000.
    options: '-c enable_nestloop=off',
  })
  const tellError = createErrorTeller(log)
  const workers = new Map<string, JobWorker[]>()
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
    void (await (worked ??= Promise.all([...workers.values()].flat().map((worker) => worker.stop(patienceMs)))))

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
    async enqueueAll(tx, name, payloads) {
      if (payloads.length > 0)
        await boss.insert(
          name,
          payloads.map((payload) => ({ data: jobs[name].payload.parse(payload) })),
          { db: fromDrizzle(tx, drizzleSql) },
        )
    },
    async postpone(tx, name, payload, { key, startAfter, isPayloadKept }) {
      const told = jobs[name].payload.parse(payload)
      const { updated } = await boss.update(name, isPayloadKept ? undefined : told, {
        db: fromDrizzle(tx, drizzleSql),
        singletonKey: key,
        startAfter,
      })
      if (updated === 0) await boss.send(name, told, { db: fromDrizzle(tx, drizzleSql), singletonKey: key, startAfter })
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
      await boss.stop({ graceful: true, timeout: patienceMs })
    },
  }
}

/**
 * Called with the queue that has a new job. Undefined for any queue, after notifications may have been missed. pg-boss
 * notifies only its own workers, from its listening connection.
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
  // `stately` would also keep one waiting job, but with pg-boss 12.35 a waiting job whose key is running blocks fetches
  // for the entire queue (its index rejects the fetch), and keys that were running when pg-boss last read its queues
  // are skipped for up to a minute.
  const policy = definition.exclusive ? 'exclusive' : definition.ordered ? 'key_strict_fifo' : 'standard'
  if (await boss.getQueue(name)) await boss.updateQueue(name, options)
  else await boss.createQueue(name, { ...options, policy })
}
