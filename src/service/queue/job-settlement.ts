import { setTimeout as pause } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { batchLoader } from '../db/batch-loader.ts'
import { errorText } from '../db/query-error.ts'
import { storableDocument } from '../db/storable-document.ts'
import { jobAttempts, jobSeconds } from './metrics.ts'
import { giveBack } from './give-back.ts'

/** Runs a job. Throws if the attempt fails. */
export type RunJob = (job: JobWithMetadata<unknown>, signal: AbortSignal) => Promise<void>

export interface RunningJob {
  readonly job: JobWithMetadata<unknown>
  readonly controller: AbortController
  /** Monotonic time. If a wall clock were set back, the heartbeat would stop for that long. */
  readonly startedAt: number
}

interface SettlementSetup {
  readonly boss: PgBoss
  readonly log: Logger
  readonly name: string
  readonly expireSeconds: number
  readonly run: RunJob
}

/** Maximum number of jobs per statement. */
const maxSettled = 100
/**
 * Pauses between attempts to record a job's result. Without these retries, a broken connection would repeat the job.
 */
const settlePausesMs = [100, 1_000, 3_000]

/** Runs jobs with one name and records their results. */
export class JobSettlement {
  readonly #setup: SettlementSetup
  readonly #complete: (job: JobWithMetadata<unknown>) => Promise<void>
  #isStopping = false
  #isOver = false

  constructor(setup: SettlementSetup) {
    this.#setup = setup
    const { boss, name } = setup
    this.#complete = batchLoader<JobWithMetadata<unknown>, void>(
      async (jobs) => {
        await boss.complete(name, [...jobs])
        return jobs.map(() => undefined)
      },
      { most: maxSettled },
    )
  }

  /** From now on, failed jobs return to the queue without using up an attempt. */
  stopSoon(): void {
    this.#isStopping = true
  }

  /** Stops retrying to record results. */
  giveUp(): void {
    this.#isOver = true
  }

  /** Runs the job and records its result. Throws if the result cannot be recorded. */
  async runAndSettle({ job, controller, startedAt }: RunningJob): Promise<void> {
    const { boss, log, name, expireSeconds, run } = this.#setup
    const count = (outcome: 'done' | 'failed' | 'given-back') => {
      jobAttempts.inc({ job: name, outcome })
      jobSeconds.observe({ job: name }, (performance.now() - startedAt) / 1_000)
    }
    try {
      await within(expireSeconds * 1_000, controller, run(job, controller.signal))
    } catch (error) {
      // A job that fails while the process stops most likely fails because of the stop.
      if (this.#isStopping) {
        count('given-back')
        log.info({ job: name, jobId: job.id, reason: errorText(error) }, 'job returned to the queue: process stopping')
        return this.#record(() => giveBack(boss, name, [job]))
      }
      count('failed')
      log.error({ err: error, job: name, jobId: job.id, attempt: job.retryCount + 1 }, 'job failed')
      const output = storableDocument({ message: errorText(error).slice(0, 1_000) })
      return this.#record(() => boss.fail(name, [job], output))
    }
    count('done')
    await this.#record(() => this.#complete(job))
  }

  /**
   * Records a result, with retries. Meanwhile, the heartbeat prevents other workers from taking the job. Recording a
   * result twice has no effect.
   */
  async #record(end: () => Promise<unknown>): Promise<void> {
    for (const pauseMs of [...settlePausesMs, undefined]) {
      try {
        return void (await end())
      } catch (error) {
        if (pauseMs === undefined || this.#isOver) throw error
        await pause(pauseMs)
      }
    }
  }
}

/** Fails and aborts work that takes longer than `ms`. */
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
