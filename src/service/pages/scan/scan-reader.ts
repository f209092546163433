import type { Request } from 'express'
import type { findScanOfAnybody } from '../../db/scans/public-scans.ts'

type Scan = NonNullable<Awaited<ReturnType<typeof findScanOfAnybody>>>

/** Tells whether whoever asks is of the account that a scan belongs to, or may read its private source. */
export type IsInsider = (request: Request, scan: Scan) => Promise<boolean>
