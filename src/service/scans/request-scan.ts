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
  /** Commit or branch to compare the scan with. */
  readonly baseline?: string | undefined
  /** True to scan even if a result could be reused. */
  readonly force?: boolean | undefined
  /** Whether the scan judges reachability. Undefined to use the setting of the service. */
  readonly reachability?: boolean | undefined
  /** Priority among the account's scans. Higher values run first. Defaults to 0. */
  readonly priority?: number
  /** GitHub ID of the repository if the app, or one of its workflows, requests the scan. */
  readonly githubRepositoryId?: number
  /** Key that submits the scan. Undefined for the app. */
  readonly submittedByKey?: string
  /** True to read the source without the account's credentials. */
  readonly asAnybody?: boolean
  /** Registry snapshot time, for a scan that is compared with an earlier one. Defaults to the current snapshot. */
  readonly registrySnapshotAt?: Date
}

/** Reason why a submission is rejected: a limit on waiting scans is reached. */
export type QueueFull = 'queue of the account is full' | 'queue is full'

/** Returns the reason as a sentence for users. */
export function queueFullText(reason: QueueFull): string {
  return reason === 'queue is full'
    ? 'The scan queue is full.'
    : `The account has reached the limit of ${scanQueueLimits.maxScansPerAccount} unfinished scans.`
}

/**
 * Stores a submission, with a ticket in the same transaction. Uses no network. Submissions that arrive at the same
 * moment can exceed the queue limits.
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
      // 160 random bits, because everyone who knows the ID can open the scan page.
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
      reachability: request.reachability ?? null,
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
