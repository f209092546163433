import { z } from 'zod'
import type { Caller } from '../../accounts/authenticate.ts'
import type { Database } from '../../db/client.ts'
import { findScanTogether } from '../../db/scans/find-scans-together.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import { ApiError } from '../api-error.ts'

/** Recommended polling interval in seconds. The documentation recommends 5 to 10. */
export const pollSeconds = 5

export const ScanParams = z.strictObject({
  scanId: z.string().meta({
    description: 'ID that was returned when you submitted the scan.',
    examples: ['scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm'],
  }),
})

/**
 * Returns the caller's scan with this ID. Throws NOT_FOUND for other accounts' scans and, if the caller is a workflow
 * key, for scans that it did not submit.
 */
export async function requireScan(db: Database, caller: Caller, scanId: string): Promise<ScanRow> {
  const scan = /^scan_[\w-]+$/.test(scanId) ? await findScanTogether(db, caller.accountId, scanId) : undefined
  if (!scan || !maySee(caller, scan)) throw unknownScan()
  return scan
}

function maySee({ workflowOf, keyId }: Caller, { submittedByKey }: ScanRow): boolean {
  return workflowOf === undefined || submittedByKey === keyId
}

/** Returns the same error for other accounts' scans as for scans that do not exist. */
export function unknownScan(): ApiError {
  return new ApiError('NOT_FOUND', 'The account has no scan with this ID. Check the ID.')
}

/** Returns the caller's scan with this ID if it has completed. */
export async function requireCompletedScan(db: Database, caller: Caller, scanId: string): Promise<CompletedScan> {
  const scan = await requireScan(db, caller, scanId)
  const { status, source, completedAt, coverage } = scan
  if (status === 'failed')
    throw new ApiError('CONFLICT', `The scan failed (${scan.errorCode}) and has no results: ${scan.errorMessage}`)
  if (status !== 'completed' || !source || !completedAt || !coverage) {
    throw new ApiError('NOT_READY', `The scan is ${status}. Findings are available after the scan has completed.`, {
      headers: { 'Retry-After': String(pollSeconds) },
    })
  }
  return { ...scan, source, completedAt, coverage }
}

type CompletedScan = ScanRow & { readonly [Part in 'source' | 'completedAt' | 'coverage']: NonNullable<ScanRow[Part]> }
