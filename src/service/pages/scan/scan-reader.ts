import type { Request } from 'express'
import type { findScanOfAnybody } from '../../db/scans/public-scans.ts'

type Scan = NonNullable<Awaited<ReturnType<typeof findScanOfAnybody>>>

/** Reports whether the visitor manages a scan's account or can read its private source. */
export type IsInsider = (request: Request, scan: Scan) => Promise<boolean>
