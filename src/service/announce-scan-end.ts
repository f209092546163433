import { advanceChecksAtScanEnd } from './github/checks/hear-scans.ts'
import type { Queue } from './queue/queue.ts'
import { enterAtScanEnd } from './registry/entries/hear-scans.ts'
import { rematchAtScanEnd } from './registry/rematching/hear-scans.ts'
import type { AnnounceScanEnd } from './scans/end-scan.ts'
import { fanOutScanEnd } from './webhooks/fan-out.ts'

/**
 * Who hears of the end of a scan, in the transaction that stores it: in a worker, and in the web process where scans
 * are cancelled.
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
    advanceChecksAtScanEnd({ queue }),
    enterAtScanEnd({ queue }),
    rematchAtScanEnd({ queue }),
  ]
  return async (tx, end) => {
    for (const hear of hearers) await hear(tx, end)
  }
}
