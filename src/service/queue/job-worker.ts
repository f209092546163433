import { setTimeout as pause } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { batchLoader } from '../db/batch-loader.ts'
import { errorText } from '../db/query-error.ts'
import { storableDocument } from '../db/storable-document.ts'
import { jobAttempts, jobSeconds, jobsTakenOver } from '../operations/metrics/jobs.ts'
import { giveBack } from './give-back.ts'
import type { JobDefinition } from './jobs.ts'
import { isLostWorker } from './lost-worker.ts'
import { createErrorTeller, type TellError } from './repeated-errors.ts'

/** A job that was taken up; throws what makes the attempt fail. */
export type RunJob = (job: JobWithMetadata<unknown>, signal: AbortSignal) => Promise<void>

/** Asked before each look for jobs, at least every two seconds while there is a place. */
export type MayFetch = () => Promise<boolean>

/** Works off the jobs of one name in this process. */
export interface JobWorker {
  /** There may be a job. */
  wake(): void
  /**
   * Takes up no more; resolves when what runs is settled. What runs longer than `patienceMs` goes back to the queue,
   * its attempt uncounted, and is aborted.
   */
  stop(patienceMs: number): Promise<void>
}

export interface JobWorkerContext {
  readonly boss: PgBoss
  readonly log: Logger
  /** Of all workers of a process; of this one alone unless given. */
  readonly tellError?: TellError
  /** Nothing is taken up while it says no, or fails; always unless given. */
  readonly mayFetch?: MayFetch
}

/** New jobs come by notification; retries, jobs for later and jobs of dead workers only by looking. */
const lookMs = 2_000
/** A tenth of what a worker may be silent before it counts as dead. */
const heartbeatMs = 1_000
/**
 * Heartbeats that wait for the database at once: one may hang with its connection, and while all hang they leave the
 * others to those who settle jobs.
 */
const maxBeats = 3
/** Jobs that are settled by one statement. */
const maxSettled = 100

/**
 * When it is tried again to note how a job ended: a connection may break just then, and the job would be done twice.
 */
const settlePausesMs = [100, 1_000, 3_000]

interface RunningJob {
  readonly job: JobWithMetadata<unknown>
  readonly controller: AbortController
  /**
   * Of the clock that is never set: where that of the day is set back, a heartbeat that goes by it is silent for as
   * long.
   */
  readonly startedAt: number
}

/**
 * One look takes as many jobs as there are free places, and what ends at the same time is settled together. pg-boss's
 * own workers take one place each: a notification wakes them all, each looks again after its job, and most find
 * nothing. With twenty deliveries of GitHub a second that was most of what the queue cost.
 */
export function startJobWorker(
  { boss, log, tellError = createErrorTeller(log), mayFetch }: JobWorkerContext,
  name: string,
  { concurrency, expireSeconds, ordered }: JobDefinition,
  run: RunJob,
): JobWorker {
  const running = new Set<RunningJob>()
  const complete = batchLoader<JobWithMetadata<unknown>, void>(
    async (jobs) => {
      await boss.complete(name, [...jobs])
      return jobs.map(() => undefined)
    },
    { most: maxSettled },
  )
  const stopping = new AbortController()
  let isWoken = false
  /** The last look may have left some for want of places. */
  let isMoreLeft = false
  let isLooking = true
  /** Nobody waits for jobs any more: what is taken up now is left to other processes. */
  let isOver = false
  let beats = 0
  let interrupt: (() => void) | undefined

  function wake(): void {
    isWoken = true
    if (running.size >= concurrency) isMoreLeft = true
    interrupt?.()
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      const places = concurrency - running.size
      isWoken = false
      if (places > 0) await look(places)
      // While it looked a job may have ended, which wakes nobody before it is known that more is left.
      const isWorthALook = (isWoken || isMoreLeft) && running.size < concurrency
      if (!stopping.signal.aborted && !isWorthALook) await untilWoken()
    }
    isLooking = false
  }

  async function look(places: number): Promise<void> {
    isMoreLeft = false
    try {
      if (mayFetch && !(await mayFetch())) return
      if (stopping.signal.aborted) return
      const jobs = await boss.fetch<unknown>(name, { batchSize: places, includeMetadata: true })
      if (isOver) return
      isMoreLeft = jobs.length === places
      for (const job of jobs) void attempt(job)
    } catch (error) {
      tellError(error, 'jobs could not be taken up', { job: name })
    }
  }

  async function untilWoken(): Promise<void> {
    const { promise: woken, resolve } = Promise.withResolvers<void>()
    interrupt = resolve
    const timer = setTimeout(resolve, lookMs)
    await woken
    clearTimeout(timer)
    interrupt = undefined
  }

  async function attempt(job: JobWithMetadata<unknown>): Promise<void> {
    const current: RunningJob = { job, controller: new AbortController(), startedAt: performance.now() }
    // Its heartbeat came too late, and its place in the queue is this one's: the database refuses how the earlier
    // attempt ends.
    for (const earlier of running)
      if (earlier.job.id === job.id)
        earlier.controller.abort(new Error('The job was taken for lost, and is taken up again.'))
    running.add(current)
    if (isLostWorker(job.output)) tellTakenOver(job)
    try {
      await settle(current)
    } catch (error) {
      // The job comes back when its heartbeat has grown old.
      log.error({ err: error, job: name, jobId: job.id }, 'how a job ended could not be noted')
    }
    running.delete(current)
    // The next of its key may be taken up only now.
    if (isMoreLeft || ordered || stopping.signal.aborted) wake()
  }

  function tellTakenOver({ id: jobId, retryCount }: JobWithMetadata<unknown>): void {
    jobsTakenOver.inc({ job: name })
    log.warn({ job: name, jobId, attempt: retryCount + 1 }, 'job taken up again: the worker that had it was lost')
  }

  async function settle({ job, controller, startedAt }: RunningJob): Promise<void> {
    const told = (outcome: 'done' | 'failed' | 'given-back') => {
      jobAttempts.inc({ job: name, outcome })
      jobSeconds.observe({ job: name }, (performance.now() - startedAt) / 1_000)
    }
    try {
      await within(expireSeconds * 1_000, controller, run(job, controller.signal))
    } catch (error) {
      // What fails while the process stops most likely fails for that.
      if (stopping.signal.aborted) {
        told('given-back')
        log.info({ job: name, jobId: job.id, reason: errorText(error) }, 'job given back: the process stops')
        return note(() => giveBack(boss, name, [job]))
      }
      told('failed')
      log.error({ err: error, job: name, jobId: job.id, attempt: job.retryCount + 1 }, 'job failed')
      const output = storableDocument({ message: errorText(error).slice(0, 1_000) })
      return note(() => boss.fail(name, [job], output))
    }
    told('done')
    await note(() => complete(job))
  }

  /** Meanwhile the job is held by its heartbeat. What was noted already is left as it is. */
  async function note(end: () => Promise<unknown>): Promise<void> {
    for (const pauseMs of [...settlePausesMs, undefined]) {
      try {
        return void (await end())
      } catch (error) {
        if (pauseMs === undefined || isOver) throw error
        await pause(pauseMs)
      }
    }
  }

  /** Shows that this process lives, and stops what is not its job any more. */
  async function beat(): Promise<void> {
    const held = [...running].filter(
      ({ startedAt, controller }) => performance.now() - startedAt >= heartbeatMs / 2 && !controller.signal.aborted,
    )
    if (held.length === 0 || beats >= maxBeats) return
    beats += 1
    try {
      const refreshed = settledIds(
        await boss.touch(
          name,
          held.map(({ job }) => job),
        ),
      )
      for (const { job, controller } of held)
        if (refreshed && !refreshed.has(job.id)) controller.abort(new Error('The job is another worker’s by now.'))
    } catch (error) {
      tellError(error, 'the heartbeat of running jobs failed', { job: name })
    } finally {
      beats -= 1
    }
  }

  const isIdle = () => !isLooking && running.size === 0
  const heart = setInterval(() => void beat(), heartbeatMs)
  void work()
  return {
    wake,
    async stop(patienceMs) {
      stopping.abort()
      wake()
      const deadline = performance.now() + patienceMs
      while (!isIdle() && performance.now() < deadline) await pause(20)
      isOver = true
      clearInterval(heart)
      if (running.size === 0) return
      const left = [...running]
      try {
        await giveBack(
          boss,
          name,
          left.map(({ job }) => job),
        )
      } catch (error) {
        log.error({ err: error, job: name }, 'jobs that were not done when the process stopped could not be given back')
      }
      for (const { controller } of left) controller.abort(new Error('The process stops.'))
    },
  }
}

/** Which jobs a statement of pg-boss has changed: its types leave that out of the answer. */
function settledIds(answer: object): ReadonlySet<unknown> | undefined {
  return 'settled' in answer && Array.isArray(answer.settled) ? new Set(answer.settled) : undefined
}

/** Fails and aborts what takes longer. */
async function within(ms: number, controller: AbortController, work: Promise<void>): Promise<void> {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new Error(`The job took longer than ${ms / 1_000} s.`)
    controller.abort(error)
    reject(error)
  }, ms)
  try {
    await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}
