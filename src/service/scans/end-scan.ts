import type { Database } from '../db/client.ts'
import { insertFindings } from '../db/scans/findings.ts'
import { completeScan, failScan, type ScanRow } from '../db/scans/scans.ts'
import type { Finding } from '../../engine/model/finding.ts'
import type { ScanFailureCode } from '../../engine/model/scan.ts'
import { verdictOfFailure } from '../../engine/scanner/verdict.ts'

/** Ended scan and its findings. */
export interface ScanEnd {
  readonly scan: ScanRow
  /** Empty if the scan failed. */
  readonly findings: readonly Finding[]
}

/**
 * Called when a scan ends, in the transaction that stores the end, so that the callback's writes and jobs are committed
 * together with it.
 */
export type AnnounceScanEnd = (tx: Database, end: ScanEnd) => Promise<void>

export interface EndScanContext {
  readonly db: Database
  readonly announceScanEnd: AnnounceScanEnd
}

/**
 * Stores a scan's findings in `tx` and announces its end. Returns false, and stores nothing, if the scan has already
 * ended.
 */
export async function endWithFindings(
  { announceScanEnd }: Pick<EndScanContext, 'announceScanEnd'>,
  tx: Database,
  scanId: string,
  completion: Parameters<typeof completeScan>[2],
  findings: readonly Finding[],
): Promise<boolean> {
  // Completing the scan first ensures that only one of two workers stores findings.
  const scan = await completeScan(tx, scanId, completion)
  if (!scan) return false
  await insertFindings(tx, scanId, findings)
  await announceScanEnd(tx, { scan, findings })
  return true
}

/** Ends a scan with a failure code and announces its end. Returns false if the scan has already ended. */
export async function endWithFailure(
  { db, announceScanEnd }: EndScanContext,
  scanId: string,
  { code, message }: { code: ScanFailureCode; message: string },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const scan = await failScan(tx, scanId, {
      errorCode: code,
      errorMessage: message,
      verdict: verdictOfFailure(code),
      completedAt: new Date(),
    })
    if (!scan) return false
    await announceScanEnd(tx, { scan, findings: [] })
    return true
  })
}
