import type { Queue } from '../../queue/queue.ts'
import type { AnnounceScanEnd } from '../../scans/end-scan.ts'
import { publicScan } from './public-scan.ts'

/**
 * Enqueues a job that records a completed scan of a public source in the registry, in the transaction that stores the
 * end of the scan.
 */
export function recordOnScanFinished({ queue }: { readonly queue: Queue }): AnnounceScanEnd {
  return async (tx, { scan }) => {
    if (publicScan(scan)) await queue.enqueue(tx, 'enter-server', { scanId: scan.id })
  }
}
