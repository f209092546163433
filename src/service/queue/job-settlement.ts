import { setTimeout as pause } from 'node:timers/promises'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { batchLoader } from '../db/batch-loader.ts'
import { errorText } from '../db/query-error.ts'
import { storableDocument } from '../db/storable-document.ts'
import { jobAttempts, jobSeconds } from './metrics.ts'
import { giveBack } from './give-back.ts'

/** Runs a job. Throws the error that makes the attempt fail. */
export type RunJob = (job: JobWithMetadata<unknown>, signal: AbortSignal) => Promise<void>

export interface RunningJob {
  readonly job: JobWithMetadata<unknown>
  readonly controller: AbortController
  /** Uses the monotonic clock, because a wall clock that is set back would stop the heartbeat for that time. */
  readonly startedAt: number
}

interface SettlementSetup {
  readonly boss: PgBoss
  readonly log: Logger
  readonly name: string
  readonly expireSeconds: number
  readonly run: RunJob
}

/** Jobs per statement. */
const maxSettled = 100
/** Pauses between attempts to record how a job ended. Without a retry, a broken connection would repeat the job. */
const settlePausesMs = [100, 1_000, 3_000]

/** Runs jobs of one name and records how they ended. */
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

  /** After this call, a failing job returns to the queue, and its attempt is not counted. */
  stopSoon(): void {
    this.#isStopping = true
  }

  /** After this call, nothing is retried. */
  giveUp(): void {
    this.#isOver = true
  }

  /** Runs the job and records its end. Throws if the end cannot be recorded. */
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
        log.info({ job: name, jobId: job.id, reason: errorText(error) }, 'job returned to the queue: the process stops')
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

  /** The heartbeat keeps the job in the meantime. A recorded end does not change. */
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

/** Fails and aborts work that takes longer. */
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
