import type { ScanRow } from '../db/scans/scans.ts'
import { findScan, removeEndedScan } from '../db/scans/scans.ts'
import { type EndScanContext, endWithFailure } from './end-scan.ts'

/** Canceled scan in its current state, or removed scan in its last state. */
export interface CancelledScan {
  readonly scan: ScanRow
  readonly removed: boolean
}

/**
 * Cancels an unfinished scan, or removes a finished one. The worker that runs the scan notices within seconds. Returns
 * undefined if the scan has already been removed. A scan that ends while it is being canceled keeps its result.
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
