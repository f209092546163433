import type { Database } from '../db/client.ts'
import { insertFindings } from '../db/scans/findings.ts'
import { completeScan, failScan, type ScanRow } from '../db/scans/scans.ts'
import type { Finding } from '../../engine/model/finding.ts'
import type { ScanFailureCode } from '../../engine/model/scan.ts'
import { verdictOfFailure } from '../../engine/scanner/verdict.ts'

/** A scan as it is stored after its end, and what it found. */
export interface ScanEnd {
  readonly scan: ScanRow
  /** Empty when the scan failed. */
  readonly findings: readonly Finding[]
}

/**
 * Hears of the end of a scan in the transaction that stores it: what it writes or enqueues there holds if and only if
 * the end does.
 */
export type AnnounceScanEnd = (tx: Database, end: ScanEnd) => Promise<void>

export interface EndScanContext {
  readonly db: Database
  readonly announceScanEnd: AnnounceScanEnd
}

/**
 * Stores within `tx` what a scan found, and announces it; false, with nothing stored, when the scan ended otherwise
 * meanwhile.
 */
export async function endWithFindings(
  { announceScanEnd }: Pick<EndScanContext, 'announceScanEnd'>,
  tx: Database,
  scanId: string,
  completion: Parameters<typeof completeScan>[2],
  findings: readonly Finding[],
): Promise<boolean> {
  // Completing before the findings decides between two workers: the one that does not complete the scan stores none.
  const scan = await completeScan(tx, scanId, completion)
  if (!scan) return false
  await insertFindings(tx, scanId, findings)
  await announceScanEnd(tx, { scan, findings })
  return true
}

/** Ends a scan with a named failure, and announces it; false when the scan ended otherwise meanwhile. */
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
