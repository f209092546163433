import type { Database } from '../db/client.ts'
import { insertFindings } from '../db/scans/findings.ts'
import { completeScan, failScan, type ScanRow } from '../db/scans/scans.ts'
import type { Finding } from '../../engine/model/finding.ts'
import type { ScanFailureCode } from '../../engine/model/scan.ts'
import { verdictOfFailure } from '../../engine/scanner/verdict.ts'

/** A stored scan after its end, with its findings. */
export interface ScanEnd {
  readonly scan: ScanRow
  /** Empty if the scan failed. */
  readonly findings: readonly Finding[]
}

/**
 * Called for the end of a scan, in the transaction that stores it. Its writes and jobs are committed together with the
 * end.
 */
export type AnnounceScanEnd = (tx: Database, end: ScanEnd) => Promise<void>

export interface EndScanContext {
  readonly db: Database
  readonly announceScanEnd: AnnounceScanEnd
}

/**
 * Stores the findings of a scan within `tx`, and announces its end. Returns false and stores nothing if the scan ended
 * in another way in the meantime.
 */
export async function endWithFindings(
  { announceScanEnd }: Pick<EndScanContext, 'announceScanEnd'>,
  tx: Database,
  scanId: string,
  completion: Parameters<typeof completeScan>[2],
  findings: readonly Finding[],
): Promise<boolean> {
  // Completing the scan first decides between two workers. The one that does not complete it stores no findings.
  const scan = await completeScan(tx, scanId, completion)
  if (!scan) return false
  await insertFindings(tx, scanId, findings)
  await announceScanEnd(tx, { scan, findings })
  return true
}

/**
 * Ends a scan with a named failure, and announces its end. Returns false if the scan ended in another way in the
 * meantime.
 */
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
