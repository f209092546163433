import { z } from 'zod'
import type { Caller } from '../../accounts/authenticate.ts'
import type { Database } from '../../db/client.ts'
import { findScanTogether } from '../../db/scans/find-scans-together.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import { ApiError } from '../api-error.ts'

/** How often a client is advised to ask, in seconds; 5 to 10 are recommended to clients. */
export const pollSeconds = 5

export const ScanParams = z.strictObject({
  scanId: z
    .string()
    .meta({ description: 'The id that the submission answered.', examples: ['scan_Zk3vQ9sXw1LrT0aBcDeFgHiJkLm'] }),
})

/**
 * The caller's scan of this id; another account's scan is answered like one that does not exist, and to the key of a
 * workflow so is one that it did not submit.
 */
export async function requireScan(db: Database, caller: Caller, scanId: string): Promise<ScanRow> {
  const scan = /^scan_[\w-]+$/.test(scanId) ? await findScanTogether(db, caller.accountId, scanId) : undefined
  if (!scan || !maySee(caller, scan)) throw unknownScan()
  return scan
}

function maySee({ workflowOf, keyId }: Caller, { submittedByKey }: ScanRow): boolean {
  return workflowOf === undefined || submittedByKey === keyId
}

/** Said alike of a scan of another account and of one that does not exist. */
export function unknownScan(): ApiError {
  return new ApiError('NOT_FOUND', 'There is no scan with this id in your account.')
}

/** The caller's scan of this id once it has results. */
export async function requireCompletedScan(db: Database, caller: Caller, scanId: string): Promise<CompletedScan> {
  const scan = await requireScan(db, caller, scanId)
  const { status, source, completedAt, coverage } = scan
  if (status === 'failed')
    throw new ApiError('CONFLICT', `The scan failed (${scan.errorCode}), so it has no results: ${scan.errorMessage}`)
  if (status !== 'completed' || !source || !completedAt || !coverage) {
    throw new ApiError('NOT_READY', `The scan is ${status}; its findings are there once it is completed.`, {
      headers: { 'Retry-After': String(pollSeconds) },
    })
  }
  return { ...scan, source, completedAt, coverage }
}

type CompletedScan = ScanRow & { readonly [Part in 'source' | 'completedAt' | 'coverage']: NonNullable<ScanRow[Part]> }
