import { z } from 'zod'
import { Ecosystem } from '../model/component.ts'
import { limits } from '../model/limits.ts'

/** A kind of background work: what it is told, how often it is tried, when it counts as lost. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  /** Never holds a secret or a token: payloads are stored in clear. */
  readonly payload: Payload
  /** Further attempts after the first. */
  readonly retries: number
  /** Before the second attempt; roughly twice as long before each further one, at most a minute. */
  readonly retryDelaySeconds: number
  /** An attempt that takes longer is taken for lost. */
  readonly expireSeconds: number
  /** How many run at once in one process. */
  readonly concurrency: number
  /** The job that is told when all attempts failed; it gets the same payload. */
  readonly afterLastFailure?: string
  /** At most one job of a key waits or runs at any time. */
  readonly exclusive?: true
}

const job = <Payload extends z.ZodType>(definition: JobDefinition<Payload>) => definition

const ScanJob = z.object({ scanId: z.string() })

/** Every job there is, sorted by name. One more job is one more entry. */
export const jobs = {
  'abandon-scan': job({ payload: ScanJob, retries: 5, retryDelaySeconds: 2, expireSeconds: 60, concurrency: 1 }),
  /** Sees to it that one ecosystem after the other is synced. */
  'refresh-advisories': job({
    payload: z.object({ atOnce: z.boolean() }),
    retries: 2,
    retryDelaySeconds: 30,
    expireSeconds: 6 * 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  'run-scan': job({
    payload: ScanJob,
    retries: 5,
    retryDelaySeconds: 1,
    expireSeconds: limits.scan.totalMs / 1000 + 60,
    concurrency: 2,
    afterLastFailure: 'abandon-scan',
  }),
  'sync-advisories': job({
    payload: z.object({ ecosystem: Ecosystem }),
    retries: 2,
    retryDelaySeconds: 10,
    expireSeconds: 60 * 60,
    // While a large ecosystem is imported, another one can be had.
    concurrency: 2,
    exclusive: true,
  }),
  /** Brings KEV and EPSS up to date. */
  'sync-exploitation': job({ payload: z.object({}), retries: 2, retryDelaySeconds: 60, expireSeconds: 60 * 60, concurrency: 1, exclusive: true }),
  /** Removes what time has ended: counts of requests, former webhook secrets. */
  'tidy-accounts': job({ payload: z.object({}), retries: 2, retryDelaySeconds: 60, expireSeconds: 10 * 60, concurrency: 1, exclusive: true }),
} as const

export type JobName = keyof typeof jobs
export type JobPayload<Name extends JobName> = z.infer<(typeof jobs)[Name]['payload']>
