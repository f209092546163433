import { and, count, desc, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import type { ScanFailureCode, ScanStage, Verdict } from '../model/scan.ts'
import type { SourceType } from '../model/target.ts'
import type { Database } from './client.ts'
import { scans } from './schema.ts'
import { storableDocument } from './storable-document.ts'

export type ScanRow = typeof scans.$inferSelect

export async function insertScan(db: Database, scan: typeof scans.$inferInsert): Promise<ScanRow> {
  const [row] = await db.insert(scans).values(scan).returning()
  if (!row) throw new Error('the new scan was not returned')
  return row
}

/** A scan of this account; another account's is as unknown as none. */
export async function findScan(db: Database, accountId: string, scanId: string): Promise<ScanRow | undefined> {
  const [row] = await db.select().from(scans).where(and(eq(scans.id, scanId), eq(scans.accountId, accountId)))
  return row
}

/** Marks a scan as running and counts the attempt; undefined when it already ended or is gone. */
export async function startScan(db: Database, scanId: string, now: Date): Promise<ScanRow | undefined> {
  const [row] = await db
    .update(scans)
    .set({ status: 'scanning', stage: 'source', percent: 0, startedAt: now, attempts: sql`${scans.attempts} + 1` })
    .where(and(eq(scans.id, scanId), unfinished))
    .returning()
  return row
}

export async function updateScanProgress(db: Database, scanId: string, progress: { stage: ScanStage; percent: number }): Promise<void> {
  await db.update(scans).set(progress).where(and(eq(scans.id, scanId), eq(scans.status, 'scanning')))
}

type Completion = Pick<ScanRow, 'source' | 'canonicalUrl' | 'inventoryDigest' | 'results' | 'verdict' | 'coverage'> & { completedAt: Date }

/** Ends a scan well; false when it ended otherwise meanwhile. */
export async function completeScan(db: Database, scanId: string, completion: Completion): Promise<boolean> {
  const rows = await db
    .update(scans)
    .set({ ...completion, source: storableDocument(completion.source), coverage: storableDocument(completion.coverage), status: 'completed', stage: 'finished', percent: 100 })
    .where(and(eq(scans.id, scanId), unfinished))
    .returning({ id: scans.id })
  return rows.length > 0
}

type Failure = { errorCode: ScanFailureCode; errorMessage: string; verdict: Verdict; completedAt: Date }

/** Ends a scan with a named failure; false when it ended otherwise meanwhile. */
export async function failScan(db: Database, scanId: string, failure: Failure): Promise<boolean> {
  const rows = await db
    .update(scans)
    .set({ ...failure, errorMessage: storableDocument(failure.errorMessage), status: 'failed', stage: 'finished' })
    .where(and(eq(scans.id, scanId), unfinished))
    .returning({ id: scans.id })
  return rows.length > 0
}

/** The account's last completed scan of the same project before this one. */
export async function findPreviousScan(db: Database, scan: { accountId: string; canonicalUrl: string; scanId: string }): Promise<string | undefined> {
  const [row] = await db
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.accountId, scan.accountId), eq(scans.canonicalUrl, scan.canonicalUrl), eq(scans.status, 'completed'), ne(scans.id, scan.scanId)))
    .orderBy(desc(scans.completedAt))
    .limit(1)
  return row?.id
}

/** How many scans wait or run; with `before`, only those submitted earlier. */
export async function countUnfinishedScans(db: Database, before?: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(scans)
    .where(before ? and(unfinished, lt(scans.createdAt, before)) : unfinished)
  return row?.count ?? 0
}

/** How many scans an account has asked for: that are kept, that have not ended, and that are of the day (UTC) of `now`. */
export async function countScansOfAccount(db: Database, accountId: string, now: Date): Promise<{ total: number; unfinished: number; today: number }> {
  const midnight = new Date(now)
  midnight.setUTCHours(0, 0, 0, 0)
  const [row] = await db
    .select({
      total: count(),
      unfinished: sql<number>`count(*) filter (where ${unfinished})`.mapWith(Number),
      today: sql<number>`count(*) filter (where ${gte(scans.createdAt, midnight)})`.mapWith(Number),
    })
    .from(scans)
    .where(eq(scans.accountId, accountId))
  return row ?? { total: 0, unfinished: 0, today: 0 }
}

/** Median duration in milliseconds of the last 50 completed scans of a source type; undefined before the first. */
export async function medianScanDuration(db: Database, sourceType: SourceType): Promise<number | undefined> {
  const [row] = await db.execute<{ median: number | null }>(sql`
    select percentile_cont(0.5) within group (order by duration) as median from (
      select extract(epoch from completed_at - started_at) * 1000 as duration from scans
      where status = 'completed' and source_type = ${sourceType}
      order by completed_at desc limit 50
    ) latest`)
  return row?.median ?? undefined
}

const unfinished = inArray(scans.status, ['pending', 'scanning'])
