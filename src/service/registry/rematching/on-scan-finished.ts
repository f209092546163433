import type { Queue } from '../../queue/queue.ts'
import type { AnnounceScanEnd } from '../../scans/end-scan.ts'
import { noteScan } from './note-scan.ts'

/**
 * Has every completed scan of an installed repository compared with the advisories as they are by then, if and only if
 * its end is stored.
 */
export function rematchOnScanFinished({ queue }: { readonly queue: Queue }): AnnounceScanEnd {
  return async (tx, { scan }) => {
    if (scan.status !== 'completed' || scan.githubRepositoryId === null) return
    await noteScan(tx, scan)
    await queue.enqueue(tx, 'rematch-advisories', {}, { key: 'all' })
  }
}
