import type { ScanRow } from '../db/scans/scans.ts'
import { findScan, removeEndedScan } from '../db/scans/scans.ts'
import { type EndScanContext, endWithFailure } from './end-scan.ts'

/** What became of a scan that its account wants no more: as it is now, or as it was when it was removed. */
export interface CancelledScan {
  readonly scan: ScanRow
  readonly removed: boolean
}

/**
 * Cancels a scan that has not ended, which a worker that is at it notices within seconds, and removes one that has.
 * Undefined when it is gone meanwhile. One that ends by itself while it is cancelled keeps its result.
 */
export async function cancelScan(
  context: EndScanContext,
  { id, accountId, completedAt }: ScanRow,
): Promise<CancelledScan | undefined> {
  if (completedAt) {
    const scan = await removeEndedScan(context.db, accountId, id)
    return scan && { scan, removed: true }
  }
  await endWithFailure(context, id, { code: 'CANCELLED', message: 'The scan was canceled.' })
  const scan = await findScan(context.db, accountId, id)
  return scan && { scan, removed: false }
}
