import { z } from 'zod'
import { Ecosystem } from '../../engine/model/component.ts'
import { scanTimeLimits } from '../../engine/sources/scan-time-limits.ts'

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
  /** Jobs of a key run one after another, over all processes; one that is tried again stays in front of the others. */
  readonly ordered?: true
}

const job = <Payload extends z.ZodType>(definition: JobDefinition<Payload>) => definition

/** A ticket for the scan whose turn it is; jobs made before there were tickets name a scan. */
const ScanTicket = z.union([z.object({ ticket: z.uuid() }), z.object({ scanId: z.string() })])

/** Every job there is, sorted by name. One more job is one more entry. */
export const jobs = {
  /** Gives up a delivery of GitHub that could not be worked. */
  'abandon-github-delivery': job({
    payload: z.object({ deliveryId: z.string() }),
    retries: 5,
    retryDelaySeconds: 2,
    expireSeconds: 60,
    concurrency: 1,
  }),
  /** Tried until it works: while a scan is not ended it counts as running. */
  'abandon-scan': job({ payload: ScanTicket, retries: 1_000, retryDelaySeconds: 2, expireSeconds: 60, concurrency: 1 }),
  /** Brings a check one step on towards its conclusion. */
  'advance-check': job({
    payload: z.object({ checkId: z.uuid(), force: z.boolean() }),
    retries: 12,
    retryDelaySeconds: 2,
    expireSeconds: 120,
    concurrency: 2,
  }),
  /** Brings the log of the embedded database to its backups. */
  'archive-log': job({
    payload: z.object({}),
    retries: 1,
    retryDelaySeconds: 10,
    expireSeconds: 15 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Backs the embedded database up. */
  'back-up-database': job({
    payload: z.object({}),
    retries: 3,
    retryDelaySeconds: 60,
    expireSeconds: 4 * 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Looks whether an account has shown, or still shows, that it maintains a server. */
  'check-claim': job({
    payload: z.object({ claimId: z.uuid() }),
    retries: 2,
    retryDelaySeconds: 30,
    expireSeconds: 20 * 60,
    concurrency: 2,
    exclusive: true,
  }),
  /** Counts how many servers have each word of the registry: what searches are planned by. */
  'count-registry-words': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 30 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /**
   * Looks whether these lanes of webhooks have something to send; says when to look, while what is to be sent stands in
   * `webhook_deliveries`.
   */
  'deliver-webhooks': job({
    payload: z.object({ lanes: z.array(z.string()) }),
    retries: 2,
    retryDelaySeconds: 1,
    expireSeconds: 60,
    concurrency: 100,
  }),
  /** Does to the registry what the end of a scan does to it. */
  'enter-server': job({
    payload: z.object({ scanId: z.string() }),
    retries: 8,
    retryDelaySeconds: 5,
    expireSeconds: 5 * 60,
    concurrency: 2,
  }),
  /** Submits what is to be scanned for the registry, as there is room for it, and notes how that has ended. */
  'feed-scans': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 5,
    expireSeconds: 5 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Takes in what GitHub sent while nobody heard. */
  'find-missed-deliveries': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 30,
    expireSeconds: 15 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Makes one row a kind of the counts of the registry. */
  'fold-registry-tallies': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 10,
    expireSeconds: 5 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Walks through what the registry publishes that ours follows. */
  'follow-registry': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 2 * 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Removes what is known of single private files of an account. */
  'forget-private-files': job({
    payload: z.object({ accountId: z.uuid() }),
    retries: 20,
    retryDelaySeconds: 5,
    expireSeconds: 10 * 60,
    concurrency: 1,
  }),
  /** Measures the quality of a server. */
  'measure-server': job({
    payload: z.object({ serverId: z.uuid() }),
    retries: 3,
    retryDelaySeconds: 30,
    expireSeconds: 10 * 60,
    concurrency: 2,
    exclusive: true,
  }),
  /** Has servers measured whose quality was not for long. */
  'measure-servers': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 30,
    expireSeconds: 5 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Has claims of servers looked at that have not been for long. */
  'recheck-claims': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 5 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Sees to it that one ecosystem after the other is synced. */
  'refresh-advisories': job({
    payload: z.object({ atOnce: z.boolean() }),
    retries: 2,
    retryDelaySeconds: 30,
    expireSeconds: 6 * 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Brings what is stored in line with advisories that syncs have changed. */
  'rematch-advisories': job({
    payload: z.object({}),
    retries: 5,
    retryDelaySeconds: 5,
    expireSeconds: 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /**
   * Forgets repositories that the GitHub App has no more, all of an installation unless named, with what was found in
   * private ones.
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
  /** Leaves marks in large lists of the registry, by which their deep pages are found. */
  'renew-list-marks': job({
    payload: z.object({}),
    retries: 1,
    retryDelaySeconds: 30,
    expireSeconds: 10 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Scores anew what was scored with another version of the formula. */
  'rescore-servers': job({
    payload: z.object({}),
    retries: 5,
    retryDelaySeconds: 60,
    expireSeconds: 6 * 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Asks sources of servers which revision is their current one, and has new and long unscanned ones scanned. */
  'resolve-sources': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 30,
    expireSeconds: 30 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Takes up checks that GitHub waits for and that nothing has happened to in a while. */
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
    concurrency: 2,
    afterLastFailure: 'abandon-scan',
  }),
  /** Has repositories scanned that an installation brought, as there is room for them. */
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
    // While a large ecosystem is imported, another one can be had.
    concurrency: 2,
    exclusive: true,
  }),
  /** Brings KEV and EPSS up to date. */
  'sync-exploitation': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /**
   * Tells GitHub where a check is. Tried until it works: one that is given up would stand before the others of its
   * check.
   */
  'tell-check': job({
    payload: z.object({ checkId: z.uuid() }),
    retries: 1_000,
    retryDelaySeconds: 2,
    expireSeconds: 120,
    concurrency: 8,
    ordered: true,
  }),
  /** Removes what time has ended: counts of requests, former webhook secrets. */
  'tidy-accounts': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 10 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Forgets deliveries of GitHub that are too old to be repeated. */
  'tidy-github': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 10 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Removes receipts of the registry that hold no more. */
  'tidy-receipts': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 10 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Removes scans that are older than their account's plan keeps, and what has long been scanned for the registry. */
  'tidy-retention': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 3 * 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Removes what removed scans have left. */
  'tidy-scans': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 30 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Removes events of webhooks that are too old, with what is known of their delivery. */
  'tidy-webhooks': job({
    payload: z.object({}),
    retries: 2,
    retryDelaySeconds: 60,
    expireSeconds: 60 * 60,
    concurrency: 1,
    exclusive: true,
  }),
  /** Brings the findings of a check to code scanning at GitHub. */
  'upload-code-scanning': job({
    payload: z.object({ checkId: z.uuid(), scanId: z.string() }),
    retries: 6,
    retryDelaySeconds: 5,
    expireSeconds: 180,
    concurrency: 1,
  }),
  /** Does what follows from something that GitHub told; most of its time it waits for GitHub. */
  'work-github-delivery': job({
    payload: z.object({ deliveryId: z.string() }),
    retries: 8,
    retryDelaySeconds: 2,
    expireSeconds: 120,
    concurrency: 20,
    afterLastFailure: 'abandon-github-delivery',
  }),
} as const

export type JobName = keyof typeof jobs
export type JobPayload<Name extends JobName> = z.infer<(typeof jobs)[Name]['payload']>
