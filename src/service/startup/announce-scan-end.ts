import { advanceChecksOnScanFinished } from '../github/checks/on-scan-finished.ts'
import type { Queue } from '../queue/queue.ts'
import { recordOnScanFinished } from '../registry/entries/on-scan-finished.ts'
import { rematchOnScanFinished } from '../registry/rematching/on-scan-finished.ts'
import type { AnnounceScanEnd } from '../scans/end-scan.ts'
import { fanOutScanEnd } from '../webhooks/fan-out.ts'

/**
 * Returns the function that handles a scan's end, in the transaction that stores it. Both workers and web processes use
 * it, because web processes cancel scans.
 */
export function announceScanEndTo({
  queue,
  publicUrl,
}: {
  readonly queue: Queue
  readonly publicUrl: string
}): AnnounceScanEnd {
  const hearers: readonly AnnounceScanEnd[] = [
    fanOutScanEnd({ queue, publicUrl }),
    advanceChecksOnScanFinished({ queue }),
    recordOnScanFinished({ queue }),
    rematchOnScanFinished({ queue }),
  ]
  return async (tx, end) => {
    for (const hear of hearers) await hear(tx, end)
  }
}
