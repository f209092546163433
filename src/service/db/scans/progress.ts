import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { ScanStage } from '../../../engine/model/scan.ts'
import type { Database } from '../client.ts'
import { scanProgress } from './schema.ts'

export type ScanProgressRow = typeof scanProgress.$inferSelect

/** Appends a numbered progress step to a running scan. Has no effect if the scan has ended. */
export async function updateScanProgress(
  db: Database,
  scanId: string,
  { stage, percent }: { stage: ScanStage; percent: number },
): Promise<void> {
  await db.execute(sql`
    with moved as (
      update scans set stage = ${stage}, percent = ${percent}, progress_number = progress_number + 1
      where id = ${scanId} and status = 'scanning'
      returning id, progress_number
    )
    insert into scan_progress (scan_id, number, stage, percent) select id, progress_number, ${stage}, ${percent}::int
    from moved`)
}

/** Returns the steps of a scan after this number, in order. */
export async function listScanProgress(db: Database, scanId: string, after: number): Promise<ScanProgressRow[]> {
  return db
    .select()
    .from(scanProgress)
    .where(and(eq(scanProgress.scanId, scanId), gt(scanProgress.number, after)))
    .orderBy(asc(scanProgress.number))
}
