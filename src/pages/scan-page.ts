import type { Database } from '../db/client.ts'
import { completedScanPage } from './completed-scan-page.ts'
import { failedScanPage } from './failed-scan-page.ts'
import type { Page } from './layout.ts'
import { findPublicScan } from './public-scan.ts'
import { unfinishedScanPage } from './unfinished-scan-page.ts'

/** The page of a scan, for whoever has its id; undefined where they may not see it, or there is none. */
export async function scanPage(db: Database, scanId: string): Promise<Page | undefined> {
  const scan = await findPublicScan(db, scanId)
  switch (scan?.state) {
    case undefined: return undefined
    case 'unfinished': return unfinishedScanPage(scan)
    case 'failed': return failedScanPage(scan)
    case 'completed': return completedScanPage(scan)
  }
}
