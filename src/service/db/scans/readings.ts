import { eq, inArray, sql } from 'drizzle-orm'
import type { ReadingRecord } from '../../../engine/model/reading-record.ts'
import type { Database } from '../client.ts'
import { scanReadings } from './schema.ts'
import { storableDocument } from '../storable-document.ts'

/** Records the files read by a scan, or copies the record of the scan whose result it reused. */
export async function saveReadingRecord(
  db: Database,
  scanId: string,
  record: ReadingRecord | { readonly scanId: string },
): Promise<void> {
  if ('scanId' in record)
    await db.execute(
      sql`insert into scan_readings (scan_id, record) select ${scanId}, record from scan_readings
        where scan_id = ${record.scanId} on conflict do nothing`,
    )
  else
    await db
      .insert(scanReadings)
      .values({ scanId, record: storableDocument(record) })
      .onConflictDoNothing()
}

/**
 * Returns the records of the files read by these scans, by scan. Omits scans that ran before such records were
 * introduced.
 */
export async function findReadingRecords(
  db: Database,
  scanIds: readonly string[],
): Promise<ReadonlyMap<string, ReadingRecord>> {
  const rows = await db
    .select()
    .from(scanReadings)
    .where(inArray(scanReadings.scanId, [...scanIds]))
  return new Map(rows.map(({ scanId, record }) => [scanId, record]))
}

/** Reports whether there is a record of the files read by a scan. */
export async function hasReadingRecord(db: Database, scanId: string): Promise<boolean> {
  const [row] = await db
    .select({ scanId: scanReadings.scanId })
    .from(scanReadings)
    .where(eq(scanReadings.scanId, scanId))
  return row !== undefined
}
