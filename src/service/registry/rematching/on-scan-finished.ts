import type { Queue } from '../../queue/queue.ts'
import type { AnnounceScanEnd } from '../../scans/end-scan.ts'
import { noteScan } from './note-scan.ts'

/**
 * Minimum interval between runs. One run updates all inventories recorded before it, so scans that end together share
 * it.
 */
const onceInSeconds = 10

/**
 * Enqueues matching a completed scan of an installed repository against the latest advisories, in the transaction that
 * stores the end of the scan.
 */
export function rematchOnScanFinished({ queue }: { readonly queue: Queue }): AnnounceScanEnd {
  return async (tx, { scan }) => {
    if (scan.status !== 'completed' || scan.githubRepositoryId === null) return
    await noteScan(tx, scan)
    await queue.enqueue(tx, 'rematch-advisories', {}, { key: 'all', onceInSeconds })
  }
}
