import type { Database } from '../db/client.ts'
import {
  countOwnBefore,
  medianScanDuration,
  type PlaceInAccount,
  type QueueShare,
  readQueueShares,
} from '../db/scans/queue.ts'
import type { SourceType } from '../../engine/model/target.ts'
import { jobs } from '../queue/jobs.ts'
import { startsBefore } from './fair-order.ts'

/** Assumed duration until a scan of the type has been measured. npm packages took 1 to 12 s. */
const unmeasuredMs = 10_000

/** Minimum remaining time to show for an unfinished scan. */
const minAheadMs = 2_000

/**
 * Estimates when a scan submitted at `from` completes. Assumes that running scans, and waiting scans that start
 * earlier, take the median duration for their type. They run concurrently, as many as one process runs, and the scan
 * itself comes last.
 */
export async function estimateCompletion(
  db: Database,
  { accountId, sourceType, from }: { accountId: string; sourceType: SourceType; from: Date },
): Promise<Date> {
  const shares = await readQueueShares(db)
  const kinds = [...new Set([sourceType, ...shares.map((share) => share.sourceType)])]
  const durations = new Map(
    await Promise.all(kinds.map(async (kind) => [kind, (await medianScanDuration(db, kind)) ?? unmeasuredMs] as const)),
  )
  const durationOf = (kind: SourceType) => durations.get(kind) ?? unmeasuredMs
  const beforeMs = workBefore(shares, accountId, durationOf) / jobs['run-scan'].concurrency
  return new Date(from.getTime() + Math.max(minAheadMs, beforeMs + durationOf(sourceType)))
}

/**
 * Returns the milliseconds of work before one more scan for the account. Assumes that the source types among an
 * account's waiting scans are evenly mixed.
 */
function workBefore(
  shares: readonly QueueShare[],
  accountId: string,
  durationOf: (kind: SourceType) => number,
): number {
  const waitingOf = new Map<string, number>()
  for (const share of shares) waitingOf.set(share.accountId, (waitingOf.get(share.accountId) ?? 0) + share.waiting)
  const before = startsBefore(shares, { accountId, ownBefore: waitingOf.get(accountId) ?? 0 })
  return shares.reduce((sum, share) => {
    const waiting = waitingOf.get(share.accountId) ?? 0
    const startBefore = waiting === 0 ? 0 : ((before.get(share.accountId) ?? 0) * share.waiting) / waiting
    return sum + (share.running + startBefore) * durationOf(share.sourceType)
  }, 0)
}

/** Returns a waiting scan's position in the queue, starting at 1. */
export async function queuePositionOf(db: Database, scan: PlaceInAccount): Promise<number> {
  const [shares, ownBefore] = await Promise.all([readQueueShares(db), countOwnBefore(db, scan)])
  const before = startsBefore(shares, { accountId: scan.accountId, ownBefore })
  return 1 + [...before.values()].reduce((sum, starts) => sum + starts, 0)
}

/** Returns the estimate to show at `now`. It stays in the future while the scan is unfinished. */
export function shownEstimate(estimate: Date, now: Date): Date {
  return new Date(Math.max(estimate.getTime(), now.getTime() + minAheadMs))
}
