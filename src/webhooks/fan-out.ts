import type { Queue } from '../queue/queue.ts'
import type { AnnounceScanEnd } from '../scan/end-scan.ts'

/** Tells whoever asked to hear of it that a scan has ended: its `webhook`, and the account's endpoints. */
export function fanOutScanEnd(_context: { readonly queue: Queue; readonly publicUrl: string }): AnnounceScanEnd {
  throw new Error('not built yet')
}
