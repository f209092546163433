import { setTimeout as pause } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { jobsTakenOver } from './metrics.ts'
import { giveBack } from './give-back.ts'
import type { JobDefinition } from './jobs.ts'
import { isLostWorker } from './lost-worker.ts'
import { createErrorTeller, type TellError } from './repeated-errors.ts'
import { JobSettlement, type RunJob, type RunningJob } from './job-settlement.ts'

/** Called before each fetch, at least every two seconds while the worker has capacity. */
export type MayFetch = () => Promise<boolean>

/** Runs the jobs with one name in this process. */
export interface JobWorker {
  /** True while jobs run. False once `stop` no longer waits for them. */
  readonly isBusy: boolean
  /** Signals that a job may be available. */
  wake(): void
  /**
   * Stops taking jobs, and resolves when the running ones have ended. Jobs that run longer than `patienceMs` are
   * aborted and return to the queue without using up an attempt.
   */
  stop(patienceMs: number): Promise<void>
}

export interface JobWorkerContext {
  readonly boss: PgBoss
  readonly log: Logger
  /** Error logger shared by all of a process's workers. By default, each worker has its own. */
  readonly tellError?: TellError
  /** If it resolves to false or rejects, no job is fetched. By default, jobs are always fetched. */
  readonly mayFetch?: MayFetch
}

/**
 * Polling interval. Notifications announce new jobs, but retries, delayed jobs, and jobs of dead workers are found only
 * by polling.
 */
const fetchIntervalMs = 2_000
/** Heartbeat interval. A tenth of the time after which a silent worker is considered dead. */
const heartbeatMs = 1_000
/**
 * Maximum number of concurrent heartbeats. Each may block a connection if the database hangs, and recording results
 * needs the remaining connections.
 */
const maxBeats = 3

/**
 * While jobs are left in the queue, one job of every so many fetches has at most this priority, so that jobs with a
 * higher priority do not delay the others forever.
 */
const ordinaryPriority = 0
const fetchesPerOrdinary = 4

/**
 * Starts a worker for the jobs with one name. A fetch takes as many jobs as the worker has capacity for, and jobs that
 * end together are recorded together. pg-boss's own workers take one job each: a notification wakes all of them, each
 * fetches again after its job, and most find nothing. At twenty GitHub deliveries a second, that was most of the
 * queue's cost.
 */
export function startJobWorker(
  { boss, log, tellError = createErrorTeller(log), mayFetch }: JobWorkerContext,
  name: string,
  definition: JobDefinition,
  run: RunJob,
): JobWorker {
  return new FetchingWorker({ boss, log, tellError, mayFetch, name, definition }, run)
}

interface WorkerSetup {
  readonly boss: PgBoss
  readonly log: Logger
  readonly tellError: TellError
  readonly mayFetch: MayFetch | undefined
  readonly name: string
  readonly definition: JobDefinition
}

class FetchingWorker implements JobWorker {
  readonly #setup: WorkerSetup
  readonly #settlement: JobSettlement
  readonly #running = new Set<RunningJob>()
  readonly #stopping = new AbortController()
  readonly #heart: NodeJS.Timeout
  #isWoken = false
  /** True if the last fetch may have left jobs in the queue, because the worker had no capacity for more. */
  #isMoreLeft = false
  #isFetching = true
  /** Number of fetches since no job was left in the queue. */
  #fetchesInRow = 0
  /** Set when `stop` no longer waits. Jobs fetched after that are left to other processes. */
  #isOver = false
  #beats = 0
  #interrupt: (() => void) | undefined

  constructor(setup: WorkerSetup, run: RunJob) {
    this.#setup = setup
    const { boss, log, name, definition } = setup
    this.#settlement = new JobSettlement({ boss, log, name, expireSeconds: definition.expireSeconds, run })
    this.#heart = setInterval(() => void this.#beat(), heartbeatMs)
    void this.#work()
  }

  get isBusy(): boolean {
    return this.#running.size > 0 && !this.#isOver
  }

  wake(): void {
    this.#isWoken = true
    if (this.#running.size >= this.#setup.definition.concurrency) this.#isMoreLeft = true
    this.#interrupt?.()
  }

  async stop(patienceMs: number): Promise<void> {
    const { boss, log, name, definition } = this.#setup
    this.#stopping.abort()
    this.#settlement.stopSoon()
    this.wake()
    const { stopSeconds = Infinity } = definition
    const deadline = performance.now() + Math.min(patienceMs, stopSeconds * 1_000)
    while ((this.#isFetching || this.#running.size > 0) && performance.now() < deadline) await pause(20)
    this.#isOver = true
    this.#settlement.giveUp()
    clearInterval(this.#heart)
    if (this.#running.size === 0) return
    const left = [...this.#running]
    try {
      await giveBack(
        boss,
        name,
        left.map(({ job }) => job),
      )
    } catch (error) {
      log.error({ err: error, job: name }, 'unfinished jobs not returned to the queue at process stop')
    }
    for (const { controller } of left) controller.abort(new Error('The process stops.'))
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  async #work(): Promise<void> {
    const { concurrency } = this.#setup.definition
    while (!this.#isStopping) {
      const places = concurrency - this.#running.size
      this.#isWoken = false
      if (places > 0) await this.#fetch(places)
      // A job that ended during the fetch did not wake the worker, because the worker did not know yet that jobs were
      // left.
      const isWorthAFetch = (this.#isWoken || this.#isMoreLeft) && this.#running.size < concurrency
      if (!this.#isStopping && !isWorthAFetch) await this.#untilWoken()
    }
    this.#isFetching = false
  }

  async #fetch(places: number): Promise<void> {
    const { boss, mayFetch, name, tellError } = this.#setup
    const wasMoreLeft = this.#isMoreLeft
    this.#isMoreLeft = false
    try {
      if (mayFetch && !(await mayFetch())) return
      if (this.#isStopping) return
      this.#fetchesInRow = wasMoreLeft ? this.#fetchesInRow + 1 : 0
      const isForOrdinary = this.#fetchesInRow % fetchesPerOrdinary === fetchesPerOrdinary - 1
      const fetch = async (batchSize: number, most: { readonly maxPriority?: number } = {}): Promise<number> => {
        const jobs = await boss.fetch<unknown>(name, { batchSize, includeMetadata: true, ...most })
        // Started at once, because the next fetch can fail.
        if (!this.#isOver) for (const job of jobs) void this.#attempt(job)
        return jobs.length
      }
      const ordinary = isForOrdinary ? await fetch(1, { maxPriority: ordinaryPriority }) : 0
      const others = places > ordinary && !this.#isStopping ? await fetch(places - ordinary) : 0
      this.#isMoreLeft = ordinary + others === places
    } catch (error) {
      tellError(error, 'jobs could not be fetched', { job: name })
    }
  }

  async #untilWoken(): Promise<void> {
    const { promise: woken, resolve } = Promise.withResolvers<void>()
    this.#interrupt = resolve
    const timer = setTimeout(resolve, fetchIntervalMs)
    await woken
    clearTimeout(timer)
    this.#interrupt = undefined
  }

  async #attempt(job: JobWithMetadata<unknown>): Promise<void> {
    const current: RunningJob = { job, controller: new AbortController(), startedAt: performance.now() }
    // The heartbeat of an earlier attempt was late. This attempt now owns the row, and the database rejects the result
    // of the earlier one.
    for (const earlier of this.#running)
      if (earlier.job.id === job.id)
        earlier.controller.abort(new Error('The job was considered lost and was restarted.'))
    this.#running.add(current)
    if (isLostWorker(job.output)) this.#tellTakenOver(job)
    try {
      await this.#settlement.runAndSettle(current)
    } catch (error) {
      // The job is retried after its heartbeat expires.
      this.#setup.log.error({ err: error, job: this.#setup.name, jobId: job.id }, 'job result not stored')
    }
    this.#running.delete(current)
    // Only now can the next job with the same key be fetched.
    if (this.#isMoreLeft || this.#setup.definition.ordered || this.#isStopping) this.wake()
  }

  #tellTakenOver({ id: jobId, retryCount }: JobWithMetadata<unknown>): void {
    const { log, name } = this.#setup
    jobsTakenOver.inc({ job: name })
    log.warn({ job: name, jobId, attempt: retryCount + 1 }, 'job restarted: worker lost')
  }

  /** Sends this process's heartbeat. Aborts jobs that another worker has taken since. */
  async #beat(): Promise<void> {
    const { boss, name, tellError } = this.#setup
    const held = [...this.#running].filter(
      ({ startedAt, controller }) => performance.now() - startedAt >= heartbeatMs / 2 && !controller.signal.aborted,
    )
    if (held.length === 0 || this.#beats >= maxBeats) return
    this.#beats += 1
    try {
      const refreshed = settledIds(
        await boss.touch(
          name,
          held.map(({ job }) => job),
        ),
      )
      for (const { job, controller } of held)
        if (refreshed && !refreshed.has(job.id)) controller.abort(new Error('Another worker has taken over the job.'))
    } catch (error) {
      tellError(error, 'the heartbeat of running jobs failed', { job: name })
    } finally {
      this.#beats -= 1
    }
  }
}

/** Returns the IDs of the jobs changed by a pg-boss statement. pg-boss's types do not include them. */
function settledIds(answer: object): ReadonlySet<unknown> | undefined {
  return 'settled' in answer && Array.isArray(answer.settled) ? new Set(answer.settled) : undefined
}
