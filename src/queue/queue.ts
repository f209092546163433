import { fromDrizzle, type Job, type JobWithMetadata, PgBoss, type WorkOptions } from 'pg-boss'
import type { Logger } from 'pino'
import { type Database, drizzleSql } from '../db/client.ts'
import { errorText } from '../db/query-error.ts'
import { type JobDefinition, type JobName, type JobPayload, jobs } from './jobs.ts'

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
}

/** The only face of pg-boss in this project. */
export interface Queue extends AsyncDisposable {
  /** Sends a job as part of the transaction `tx`: it exists if and only if `tx` commits. */
  enqueue<Name extends JobName>(tx: Database, name: Name, payload: JobPayload<Name>, options?: EnqueueOptions): Promise<void>
  /** Begins to work off jobs of this name in this process. */
  work<Name extends JobName>(name: Name, run: JobFunction<Name>): Promise<void>
  /** Sends a job at the times of a cron expression (UTC), once for all processes together. */
  schedule<Name extends JobName>(name: Name, cron: string, payload: JobPayload<Name>, key: string): Promise<void>
}

/** A worker whose process dies is noticed when its heartbeat is this old: 10 s is pg-boss's least. */
const heartbeatSeconds = 10

/** How a worker takes jobs up. */
const watchful = {
  perJobResults: true,
  includeMetadata: true,
  heartbeatRefreshSeconds: 1,
  // New jobs come by notification; retries and jobs of dead workers only by looking.
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const satisfies WorkOptions

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
  boss.on('error', (error) => log.error({ err: error }, 'queue error'))
  boss.on('warning', (warning) => log.warn({ warning }, 'queue warning'))
  await boss.start()
  for (const [name, definition] of Object.entries<JobDefinition>(jobs)) await declareQueue(boss, name, definition)

  return {
    async enqueue(tx, name, payload, options = {}) {
      const { key, startAfter, priority } = options
      await boss.send(name, jobs[name].payload.parse(payload), {
        db: fromDrizzle(tx, drizzleSql),
        ...(key === undefined ? {} : { singletonKey: key }),
        ...(startAfter === undefined ? {} : { startAfter }),
        ...(priority === undefined ? {} : { priority }),
      })
    },
    async work(name, run) {
      for (let worker = 0; worker < jobs[name].concurrency; worker += 1) {
        const options = { ...watchful, batchSize: jobs[name].batch ?? 1 }
        const id: string = await boss.work<unknown, unknown, typeof options>(name, options, async (batch) => {
          const results = await Promise.all(batch.map((job) => settle(name, job, run, log)))
          // Look again at once: a worker by itself looks once a wake-up, which left 35 of 40 jobs waiting after 40 s.
          boss.notifyWorker(id)
          return results
        })
      }
    },
    async schedule(name, cron, payload, key) {
      await boss.schedule(name, cron, payload, { key, singletonKey: key })
    },
    async [Symbol.asyncDispose]() {
      await boss.stop({ graceful: true, timeout: 30_000 })
    },
  }
}

/** What pg-boss itself writes of a job whose worker died or that ran out of time (its `plans.js`). */
const lostOutputs: ReadonlySet<string> = new Set(['job heartbeat timeout', 'job timed out'])

/** True when a failure was not an error of the job: its worker died, or it never came to an end. */
export function isLostWorker(failure: unknown): boolean {
  const value = typeof failure === 'object' && failure !== null && 'value' in failure ? failure.value : undefined
  return typeof value === 'object' && value !== null && 'message' in value && lostOutputs.has(String(value.message))
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
  // `stately` would keep one waiting too, but with pg-boss 12.35 a waiting job of a key that runs keeps the whole queue from being
  // fetched (its index refuses the fetch), and keys that ran when pg-boss last read its queues are passed over for up to a minute.
  const policy = definition.exclusive ? 'exclusive' : definition.ordered ? 'key_strict_fifo' : 'standard'
  if (await boss.getQueue(name)) await boss.updateQueue(name, options)
  else await boss.createQueue(name, { ...options, policy })
}

async function settle<Name extends JobName>(name: Name, job: Job<unknown> | JobWithMetadata<unknown>, run: JobFunction<Name>, log: Logger) {
  try {
    const payload = jobs[name].payload.parse(job.data) as JobPayload<Name>
    await run(payload, { signal: job.signal, attempt: 'retryCount' in job ? job.retryCount + 1 : 1, failure: 'sourceOutput' in job ? job.sourceOutput : undefined })
    return { id: job.id, status: 'completed' as const }
  } catch (error) {
    log.error({ err: error, job: name, jobId: job.id, attempt: job.retryCount + 1 }, 'job failed')
    return { id: job.id, status: 'failed' as const, output: { message: errorText(error).slice(0, 1_000) } }
  }
}
