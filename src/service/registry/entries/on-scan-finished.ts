import type { Queue } from '../../queue/queue.ts'
import type { AnnounceScanEnd } from '../../scans/end-scan.ts'
import { publicScan } from './public-scan.ts'

/** Has every completed scan of a public source entered into the registry, if and only if its end is stored. */
export function recordOnScanFinished({ queue }: { readonly queue: Queue }): AnnounceScanEnd {
  return async (tx, { scan }) => {
    if (publicScan(scan)) await queue.enqueue(tx, 'enter-server', { scanId: scan.id })
  }
}
