import { z } from 'zod'
import { Ecosystem } from '../../engine/model/component.ts'
import { scanTimeLimits } from '../../engine/sources/scan-time-limits.ts'

/** Type of background job: its payload, retries, and time limit. */
export interface JobDefinition<Payload extends z.ZodType = z.ZodType> {
  /** Must not contain secrets or tokens, because payloads are stored in plaintext. */
  readonly payload: Payload
  /** Number of attempts after the first. */
  readonly retries: number
  /** Delay before the second attempt. It roughly doubles with each further attempt, up to a minute. */
  readonly retryDelaySeconds: number
  /** Time after which an attempt is considered lost. */
  readonly expireSeconds: number
  /** Seconds for which a running job may continue when the process stops. It then returns to the queue. Default: 30. */
  readonly stopSeconds?: number
  /** Maximum number of concurrent jobs per process. */
  readonly concurrency: number
  /** Job that runs with the same payload after the last attempt failed. */
  readonly afterLastFailure?: string
  /** Present if at most one job per key may be waiting or running at any time. */
  readonly exclusive?: true
  /** Present if jobs with the same key run one at a time, across processes. A retried job stays ahead of the others. */
  readonly ordered?: true
}

const job = <Payload extends z.ZodType>(definition: JobDefinition<Payload>) => definition

/** Ticket that runs the next scan. Jobs created by earlier versions, which had no tickets, name a scan instead. */
const ScanTicket = z.union([z.object({ ticket: z.uuid() }), z.object({ scanId: z.string() })])

/** All jobs, sorted by name. To add a job, add an entry. */
export const jobs = {
  /** Abandons a GitHub delivery that could not be processed. */
  'abandon-github-delivery': job({
    payload: z.object({ deliveryId: z.string() }),
    retries: 5,
    retryDelaySeconds: 2,
    expireSeconds: 60,
    concurrency: 1,
  }),
  /** Retried until it succeeds, because the scan counts as running until it is ended. */
  'abandon-scan': job({ payload: ScanTicket, retries: 1_000, retryDelaySeconds: 2, expireSeconds: 60, concurrency: 1 }),
  'advance-check': job({
    payload: z.object({ checkId: z.uuid(), force: z.boolean() }),
    retries: 12,
    retryDelaySeconds: 2,
    expireSeconds: 120,
    concurrency: 2,
  }),
  /** Copies the write-ahead log of the embedded database to its backups. */
  'archive-log': job({
    payload: z.object({}),
    retries: 1,
    retryDelaySeconds: 10,
    expireSeconds: 15 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  'back-up-database': job({
    payload: z.object({}),
    retries: 3,
    retryDelaySeconds: 60,
    expireSeconds: 4 * 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Checks whether an account's claim to maintain a server is valid. */
  'check-claim': job({
    payload: z.object({ claimId: z.uuid() }),
    retries: 2,
    retryDelaySeconds: 30,
    expireSeconds: 20 * 60,
    concurrency: 2,
    exclusive: true,
  }),
  /** Computes statistics over all public servers. */
  'count-registry-figures': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 30 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Counts the servers for each word in the registry, for search plans. */
  'count-registry-words': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 30 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /**
   * Checks whether these webhook lanes have due deliveries. The job contains no deliveries; they are in
   * `webhook_deliveries`.
   */
  'deliver-webhooks': job({
    payload: z.object({ lanes: z.array(z.string()) }),
    retries: 2,
    retryDelaySeconds: 1,
    expireSeconds: 60,
    concurrency: 100,
  }),
  /** Records a completed scan in the registry. */
  'enter-server': job({
    payload: z.object({ scanId: z.string() }),
    retries: 8,
    retryDelaySeconds: 5,
    expireSeconds: 5 * 60,
    concurrency: 2,
  }),
  /** Submits the registry's scan requests while the queue has capacity, and records the results of earlier ones. */
  'feed-scans': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 5,
    expireSeconds: 5 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Fetches missed GitHub deliveries. */
  'find-missed-deliveries': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 30,
    expireSeconds: 15 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Merges the rows of the registry's counts into one row per group. */
  'fold-registry-tallies': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 10,
    expireSeconds: 5 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Lists an installation's open pull requests for which GitHub sent no events, for some repositories per job. */
  'follow-open-pulls': job({
    payload: z.object({ installationId: z.int(), after: z.int() }),
    retries: 12,
    retryDelaySeconds: 5,
    expireSeconds: 5 * 60,
    concurrency: 1,
  }),
  /** Reads a followed registry's publications. */
  'follow-registry': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 2 * 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Deletes the stored results of an account's private files. */
  'forget-private-files': job({
    payload: z.object({ accountId: z.uuid() }),
    retries: 20,
    retryDelaySeconds: 5,
    expireSeconds: 10 * 60,
    concurrency: 1,
  }),
  /** Measures a server's quality. */
  'measure-server': job({
    payload: z.object({ serverId: z.uuid() }),
    retries: 3,
    retryDelaySeconds: 30,
    expireSeconds: 10 * 60,
    concurrency: 2,
    exclusive: true,
  }),
  /** Enqueues measurements for servers that are due. */
  'measure-servers': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 30,
    expireSeconds: 5 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Enqueues checks of claims that are due. */
  'recheck-claims': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 5 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Enqueues a sync of each ecosystem, one at a time. */
  'refresh-advisories': job({
    payload: z.object({ atOnce: z.boolean() }),
    retries: 2,
    retryDelaySeconds: 30,
    expireSeconds: 6 * 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Updates stored results for changed advisories. */
  'rematch-advisories': job({
    payload: z.object({}),
    retries: 5,
    retryDelaySeconds: 5,
    expireSeconds: 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /**
   * Deletes repositories that the GitHub App can no longer access, including the findings of private ones. Without IDs,
   * deletes all repositories of the installation.
   */
  'remove-repositories': job({
    payload: z.object({
      accountId: z.uuid(),
      installationId: z.int(),
      repositoryIds: z.array(z.int()).optional(),
      reason: z.string(),
    }),
    retries: 20,
    retryDelaySeconds: 5,
    expireSeconds: 10 * 60,
    concurrency: 1,
  }),
  /** Stores marks in large registry lists, which speed up distant pages. */
  'renew-list-marks': job({
    payload: z.object({}),
    retries: 1,
    retryDelaySeconds: 30,
    expireSeconds: 10 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Rescores results produced by another formula version. */
  'rescore-servers': job({
    payload: z.object({}),
    retries: 5,
    retryDelaySeconds: 60,
    expireSeconds: 6 * 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /**
   * Requests the current revisions of servers' sources. Enqueues scans of new revisions, and of revisions with old
   * scans.
   */
  'resolve-sources': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 30,
    expireSeconds: 30 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Resumes open checks without recent activity. */
  'resume-checks': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 30,
    expireSeconds: 5 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  'run-scan': job({
    payload: ScanTicket,
    retries: 5,
    retryDelaySeconds: 1,
    expireSeconds: (scanTimeLimits.maxWorkMs + scanTimeLimits.maxWaitMs) / 1000 + 60,
    stopSeconds: 7,
    concurrency: 2,
    afterLastFailure: 'abandon-scan',
  }),
  /** Enqueues scans of a new installation's repositories while the queue has capacity. */
  'scan-installation': job({
    payload: z.object({ installationId: z.int() }),
    retries: 20,
    retryDelaySeconds: 5,
    expireSeconds: 2 * 60,
    concurrency: 1,
  }),
  'sync-advisories': job({
    payload: z.object({ ecosystem: Ecosystem }),
    retries: 2,
    retryDelaySeconds: 10,
    expireSeconds: 60 * 60,
    // Allows a second sync while a large ecosystem is imported.
    concurrency: 2,
    exclusive: true,
  }),
  'sync-exploitation': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /**
   * Publishes a check's state on GitHub. Retried until it succeeds, because an abandoned job would block the check's
   * later jobs.
   */
  'tell-check': job({
    payload: z.object({ checkId: z.uuid() }),
    retries: 1_000,
    retryDelaySeconds: 2,
    expireSeconds: 120,
    concurrency: 8,
    ordered: true,
  }),
  /** Deletes expired request counts and previous webhook secrets. */
  'tidy-accounts': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 10 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Deletes GitHub deliveries that are too old to be redelivered. */
  'tidy-github': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 10 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Deletes the registry's expired receipts. */
  'tidy-receipts': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 10 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Deletes scans that are older than their account's plan allows, and old scan requests of the registry. */
  'tidy-retention': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 3 * 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Deletes data that removed scans left behind. */
  'tidy-scans': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 30 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Deletes old webhook events and their deliveries. */
  'tidy-webhooks': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Uploads a check's findings to GitHub code scanning. */
  'upload-code-scanning': job({
    payload: z.object({ checkId: z.uuid(), scanId: z.string() }),
    retries: 6,
    retryDelaySeconds: 5,
    expireSeconds: 180,
    concurrency: 1,
  }),
  /** Processes a GitHub event. The job spends most of its time waiting for GitHub. */
  'work-github-delivery': job({
    payload: z.object({ deliveryId: z.string() }),
    retries: 8,
    retryDelaySeconds: 2,
    expireSeconds: 120,
    concurrency: 20,
    afterLastFailure: 'abandon-github-delivery',
  }),
  /**
   * Writes pull request comments and reviews. Retried until it succeeds, because an abandoned job would block the
   * repository's later jobs.
   */
  'write-pull-notes': job({
    payload: z.object({ checkId: z.uuid(), repositoryId: z.int() }),
    retries: 1_000,
    retryDelaySeconds: 5,
    expireSeconds: 180,
    concurrency: 2,
    ordered: true,
  }),
} as const

export type JobName = keyof typeof jobs
export type JobPayload<Name extends JobName> = z.infer<(typeof jobs)[Name]['payload']>
