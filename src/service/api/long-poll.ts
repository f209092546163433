import type { ScanChanges } from '../db/scans/changes.ts'
import { longPollLimits } from './long-poll-limits.ts'

/** Number of waiting requests in this process: in total and by account. */
let waiting = 0
const waitingOfAccount = new Map<string, number>()

/**
 * Waits until a scan's status changes, the timeout expires, the client disconnects, or the service stops. `read`
 * returns the current status. Returns false immediately if too many requests are waiting.
 */
export async function awaitOtherStatus(
  changes: ScanChanges,
  {
    accountId,
    scanId,
    status,
    seconds,
    signal,
  }: { accountId: string; scanId: string; status: string; seconds: number; signal: AbortSignal },
  read: () => Promise<string>,
): Promise<boolean> {
  const ofAccount = waitingOfAccount.get(accountId) ?? 0
  if (waiting >= longPollLimits.maxRequests || ofAccount >= longPollLimits.maxRequestsPerAccount) return false
  waiting += 1
  waitingOfAccount.set(accountId, ofAccount + 1)
  try {
    const deadline = performance.now() + seconds * 1_000
    using watch = await changes.watch(scanId, (now) => now !== status)
    // Read after the watch has started, because the watch does not report earlier changes.
    while ((await read()) === status) {
      const left = deadline - performance.now()
      if (left <= 0 || signal.aborted || changes.stopping.aborted) break
      await watch.change(left, signal)
    }
    return true
  } finally {
    waiting -= 1
    const left = (waitingOfAccount.get(accountId) ?? 1) - 1
    if (left > 0) waitingOfAccount.set(accountId, left)
    else waitingOfAccount.delete(accountId)
  }
}
