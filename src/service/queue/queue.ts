import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { type Database, drizzleSql } from '../db/client.ts'
import { watchDatabaseClock } from './database-clock.ts'
import { countDue, type JobDepth, jobDepths } from './depths.ts'
import { type JobWorker, type MayFetch, startJobWorker } from './job-worker.ts'
import { type JobDefinition, type JobName, type JobPayload, jobs } from './jobs.ts'
import { createErrorTeller } from './repeated-errors.ts'

/** What a job's function is told besides its payload. */
export interface JobAttempt {
  /** Aborts when the job is cancelled, expires or the process stops. */
  readonly signal: AbortSignal
  /** Which attempt this is, from 1. */
  readonly attempt: number
  /** For a job that hears of another's last failure: what that failure was. */
  readonly failure: unknown
}

export type JobFunction<Name extends JobName> = (payload: JobPayload<Name>, attempt: JobAttempt) => Promise<void>

export interface EnqueueOptions {
  /** What jobs that are `exclusive` are one of a kind by, and jobs that are `ordered` stand in line by. */
  readonly key?: string
  /** Nobody takes the job up before; at once unless given. */
  readonly startAfter?: Date
  /** Among the jobs of the same name; 0 unless given, the higher the sooner. */
  readonly priority?: number
  /**
   * Of a key, one at most begins in each stretch of so many seconds; one that comes too soon begins with the next, and
   * what comes beside it is dropped.
   */
  readonly onceInSeconds?: number
}

/** The only face of pg-boss in this project. */
export interface Queue extends AsyncDisposable {
  /** Sends a job as part of the transaction `tx`: it exists if and only if `tx` commits. */
  enqueue<Name extends JobName>(
    tx: Database,
    name: Name,
    payload: JobPayload<Name>,
    options?: EnqueueOptions,
  ): Promise<void>
  /** Sends a job for each payload in one statement, as part of the transaction `tx`. Not for jobs of keys. */
  enqueueAll<Name extends JobName>(tx: Database, name: Name, payloads: readonly JobPayload<Name>[]): Promise<void>
  /**
   * Sends a job for later, or has the one of its key that waits begin at that time instead, with its own payload where
   * that is kept.
   */
  postpone<Name extends JobName>(
    tx: Database,
    name: Name,
    payload: JobPayload<Name>,
    options: { readonly key: string; readonly startAfter: Date; readonly isPayloadKept: boolean },
  ): Promise<void>
  /**
   * Begins to work off jobs of this name in this process; while `mayFetch` says no, it takes up none, and leaves them
   * to others.
   */
  work<Name extends JobName>(
    name: Name,
    run: JobFunction<Name>,
    options?: { readonly mayFetch?: MayFetch },
  ): Promise<void>
  /** Sends a job at the times of a cron expression (UTC), once for all processes together. */
  schedule<Name extends JobName>(name: Name, cron: string, payload: JobPayload<Name>, key: string): Promise<void>
  /** What waits and runs, over all processes. */
  depths(): Promise<readonly JobDepth[]>
  /** How many jobs of a name are due and taken up by nobody, counted up to `upTo`. */
  countDue(name: JobName, upTo: number): Promise<number>
  /** Takes up no more jobs, at once; resolves when none runs in this process. Jobs can still be sent. */
  stopWorking(): Promise<void>
}

/** A worker whose process dies is noticed when its heartbeat is this old: 10 s is pg-boss's least. */
const heartbeatSeconds = 10

/** Whoever may ask for readiness may ask often: jobs are not counted anew each time. */
const countsLastMs = 1_000

/** How long what runs may take to end when the process stops; then it goes back to the queue. */
const patienceMs = 30_000

/** Opens the queue and creates or updates what it needs in the database. */
export async function openQueue({ url, log }: { url: string; log: Logger }): Promise<Queue> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'assay queue',
    max: 6,
    useListenNotify: true,
    // A lost job comes back after heartbeat + supervision: 11 s when both look each second, 58 s by default.
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    // With stale statistics the planner joins jobs in a nested loop: 355 jobs a second instead of 8,000.
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
 * Hears for which queue a job has come; undefined: for any, while nobody could hear. pg-boss tells its own workers
 * only, from its connection that listens.
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
  // `stately` would keep one waiting too, but with pg-boss 12.35 a waiting job of a key that runs keeps the whole queue
  // from being fetched (its index refuses the fetch), and keys that ran when pg-boss last read its queues are passed
  // over for up to a minute.
  const policy = definition.exclusive ? 'exclusive' : definition.ordered ? 'key_strict_fifo' : 'standard'
  if (await boss.getQueue(name)) await boss.updateQueue(name, options)
  else await boss.createQueue(name, { ...options, policy })
}
