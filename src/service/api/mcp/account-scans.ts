import type { ScanResult, ScanView, ScanWait } from '../../../mcp/tool-host.ts'
import { mcpLimits } from '../../../mcp/mcp-limits.ts'
import { renderFinding } from '../../../engine/rules/render-finding.ts'
import { countBySeverity } from '../../../engine/model/severity.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { maliciousDependency } from '../../../engine/rules/vulnerable-dependencies/malicious-dependency.ts'
import type { Caller } from '../../accounts/authenticate.ts'
import { listFindings } from '../../db/scans/findings.ts'
import { findFindingRecord, hasFindingOf, listRecentScanIds } from '../../db/scans/package-results.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import type { Database } from '../../db/client.ts'
import type { ScanChanges } from '../../db/scans/changes.ts'
import { awaitOtherStatus } from '../long-poll.ts'
import { requireScan } from '../v1/require-scan.ts'
import { mcpHttpLimits } from './mcp-limits.ts'

/** Dependencies for reading an account's scans. */
interface AccountScansContext {
  readonly db: Database
  readonly scanChanges: ScanChanges
}

/**
 * Returns the caller's scan when it ends or the timeout expires. Throws NOT_FOUND for another account's ID. Canceling
 * the call does not end the scan.
 */
export async function waitForScan(
  { db, scanChanges }: AccountScansContext,
  caller: Caller,
  scanId: string,
  { seconds, signal, onProgress }: ScanWait,
): Promise<ScanView> {
  let scan = await requireScan(db, caller, scanId)
  const deadline = performance.now() + seconds * 1_000
  while (!scan.completedAt && !signal.aborted && !scanChanges.stopping.aborted) {
    const left = (deadline - performance.now()) / 1_000
    if (left <= 0) break
    onProgress(scan)
    const hasWaited = await awaitOtherStatus(
      scanChanges,
      {
        accountId: caller.accountId,
        scanId,
        status: scan.status,
        seconds: Math.min(left, mcpHttpLimits.progressSeconds),
        signal,
      },
      async () => (await requireScan(db, caller, scanId)).status,
    )
    scan = await requireScan(db, caller, scanId)
    if (!hasWaited) break
  }
  return viewOf(db, scan)
}

async function viewOf(db: Database, scan: ScanRow): Promise<ScanView> {
  const { id, url: target, stage, percent } = scan
  const end: ScanView['end'] =
    scan.completedAt === null
      ? undefined
      : scan.errorCode === 'CANCELLED'
        ? { status: 'cancelled' }
        : { status: 'finished', result: await resultOf(db, scan) }
  return { id, target, stage, percent, end }
}

export async function resultOf(db: Database, scan: ScanRow): Promise<ScanResult> {
  const { id, source, verdict, results, coverage, errorCode, errorMessage, completedAt } = scan
  const [{ findings }, hasMalware] = await Promise.all([
    listFindings(
      db,
      { scanId: id, states: ['new', 'existing'] },
      // Reads the most severe findings, because findings are stored in order of severity.
      { limit: mcpLimits.maxFindings, offset: 0 },
    ),
    hasFindingOf(db, id, maliciousDependency.id),
  ])
  return {
    ...(source && { source }),
    verdict: verdict ?? 'error',
    ...(results && { results }),
    ...(coverage && { coverage }),
    ...(errorCode && { error: { code: errorCode, message: errorMessage ?? '' } }),
    scannedAt: completedAt ?? scan.createdAt,
    findings,
    findingCounts: results?.vulnerabilities ?? countBySeverity(findings),
    hasMalware,
  }
}

/**
 * Returns a finding from this scan of the caller, or from the caller's newest scans. Throws NOT_FOUND for another
 * account's ID.
 */
export async function findFindingOfAccount(
  db: Database,
  caller: Caller,
  id: string,
  scanId: string | undefined,
): Promise<Finding | undefined> {
  const scanIds =
    scanId === undefined
      ? await listRecentScanIds(db, caller.accountId, mcpHttpLimits.maxRecentScans)
      : [(await requireScan(db, caller, scanId)).id]
  const record = await findFindingRecord(db, scanIds, id)
  return record && renderFinding(record)
}
