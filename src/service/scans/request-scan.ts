import { randomBytes } from 'node:crypto'
import { countUnfinishedOfAccount, countUnfinishedScans } from '../db/scans/queue.ts'
import { insertScan, type ScanRow } from '../db/scans/scans.ts'
import { scanQueueLimits } from './scan-queue-limits.ts'
import type { Severity } from '../../engine/model/severity.ts'
import type { Target } from '../../engine/model/target.ts'
import { registrySnapshotTime } from './registry-snapshot-time.ts'
import { estimateCompletion } from './estimate-completion.ts'
import { enqueueTicket, type TicketContext } from './tickets.ts'

export interface ScanRequest {
  readonly accountId: string
  /** URL as submitted. */
  readonly url: string
  readonly target: Target
  readonly failOn: Severity
  readonly webhook?: string | undefined
  /** Commit or branch of the baseline. */
  readonly baseline?: string | undefined
  /** Do not reuse an earlier result. */
  readonly force?: boolean | undefined
  /** Priority among the scans of the account. Defaults to 0. Higher values come first. */
  readonly priority?: number
  /** GitHub ID of the repository for which the app, or a workflow in it, requests the scan. */
  readonly githubRepositoryId?: number
  /** The submitting key. Absent for the app. */
  readonly submittedByKey?: string
  /** Read the source without the account's credentials. */
  readonly asAnybody?: boolean
  /** Time of the registry snapshot, for a scan that is compared with an earlier one. Defaults to the current one. */
  readonly registrySnapshotAt?: Date
}

/** Reason why a submission is rejected: the limit of waiting scans is reached. */
export type QueueFull = 'queue of the account is full' | 'queue is full'

/** Returns the reason as a sentence for users. */
export function queueFullText(reason: QueueFull): string {
  return reason === 'queue is full'
    ? 'The scan queue is full.'
    : `The account has reached the limit of ${scanQueueLimits.maxScansPerAccount} unfinished scans.`
}

/**
 * Stores a submission and, in the same transaction, a ticket for a scan. Does not use the network. Submissions that
 * arrive at the same moment can exceed the limits of the queue by their number.
 */
export async function requestScan({ db, queue }: TicketContext, request: ScanRequest): Promise<ScanRow | QueueFull> {
  const [ofAccount, ofAll] = await Promise.all([
    countUnfinishedOfAccount(db, request.accountId),
    countUnfinishedScans(db),
  ])
  if (ofAccount >= scanQueueLimits.maxScansPerAccount) return 'queue of the account is full'
  if (ofAll >= scanQueueLimits.maxScans) return 'queue is full'
  const createdAt = new Date()
  const estimatedCompletionAt = await estimateCompletion(db, {
    accountId: request.accountId,
    sourceType: request.target.type,
    from: createdAt,
  })
  return db.transaction(async (tx) => {
    const scan = await insertScan(tx, {
      // 160 random bits, because anyone who has the ID can open the scan page.
      id: `scan_${randomBytes(20).toString('base64url')}`,
      accountId: request.accountId,
      status: 'pending',
      url: request.url,
      target: request.target,
      sourceType: request.target.type,
      webhook: request.webhook ?? null,
      failOn: request.failOn,
      baseline: request.baseline ?? null,
      force: request.force ?? false,
      priority: request.priority ?? 0,
      githubRepositoryId: request.githubRepositoryId ?? null,
      submittedByKey: request.submittedByKey ?? null,
      asAnybody: request.asAnybody ?? false,
      stage: 'queued',
      percent: 0,
      registrySnapshotAt: request.registrySnapshotAt ?? registrySnapshotTime(createdAt),
      createdAt,
      estimatedCompletionAt,
    })
    await enqueueTicket({ queue }, tx)
    return scan
  })
}
