import { z } from 'zod'
import type { Caller } from '../../accounts/authenticate.ts'
import type { Database } from '../../db/client.ts'
import { findScan, type ScanRow } from '../../db/scans.ts'
import { ApiError } from '../api-error.ts'

/** How often a client is advised to ask, in seconds; 5 to 10 are recommended to clients. */
export const pollSeconds = 5

export const ScanParams = z.strictObject({ scanId: z.string() })

/** The caller's scan of this id; another account's scan is answered like one that does not exist. */
export async function requireScan(db: Database, caller: Caller, scanId: string): Promise<ScanRow> {
  const scan = /^scan_[\w-]+$/.test(scanId) ? await findScan(db, caller.accountId, scanId) : undefined
  if (!scan) throw new ApiError('NOT_FOUND', 'There is no scan with this id in your account.')
  return scan
}
