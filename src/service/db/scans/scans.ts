import { and, count, desc, eq, gte, inArray, isNotNull, like, ne, or, sql } from 'drizzle-orm'
import type { ScanFailureCode, ScanStatus, Verdict } from '../../../engine/model/scan.ts'
import type { SourceType } from '../../../engine/model/target.ts'
import type { Database } from '../client.ts'
import { preparedQuery } from '../prepared-query.ts'
import { scans } from './schema.ts'
import { storableDocument } from '../storable-document.ts'

export type ScanRow = typeof scans.$inferSelect

export async function insertScan(db: Database, scan: typeof scans.$inferInsert): Promise<ScanRow> {
  const [row] = await db.insert(scans).values(scan).returning()
  if (!row) throw new Error('the new scan was not returned')
  return row
}

/** Returns any account's scan, for jobs without a caller. */
export async function findScanById(db: Database, scanId: string): Promise<ScanRow | undefined> {
  const [row] = await db.select().from(scans).where(eq(scans.id, scanId))
  return row
}

/** Returns a scan of this account, or undefined if it belongs to another account. */
export async function findScan(db: Database, accountId: string, scanId: string): Promise<ScanRow | undefined> {
  const [row] = await scanOfAccount(db).execute({ scanId, accountId })
  return row
}

const scanOfAccount = preparedQuery((db) =>
  db
    .select()
    .from(scans)
    .where(and(eq(scans.id, sql.placeholder('scanId')), eq(scans.accountId, sql.placeholder('accountId'))))
    .prepare('scan_of_account'),
)

/**
 * Marks a scan as running with this job's ticket, and counts the attempt. Returns undefined if the scan has ended or
 * was removed.
 */
export async function startScan(
  db: Database,
  scanId: string,
  now: Date,
  ticket?: string,
): Promise<ScanRow | undefined> {
  const [row] = await db
    .update(scans)
    .set({
      status: 'scanning',
      stage: 'source',
      percent: 0,
      startedAt: now,
      attempts: sql`${scans.attempts} + 1`,
      ...(ticket !== undefined && { ticket }),
    })
    .where(and(eq(scans.id, scanId), unfinished))
    .returning()
  return row
}

type Completion = Pick<ScanRow, 'source' | 'canonicalUrl' | 'inventoryDigest' | 'results' | 'verdict' | 'coverage'> &
  Partial<
    Pick<
      ScanRow,
      'reuseKey' | 'advisoryGenerations' | 'examinedAt' | 'cached' | 'isPrivate' | 'projectConfig' | 'tools' | 'facts'
    >
  > & { completedAt: Date }

/** Completes a scan and returns it. Returns undefined if it has already ended. */
export async function completeScan(db: Database, scanId: string, completion: Completion): Promise<ScanRow | undefined> {
  const [row] = await db
    .update(scans)
    // A scan that became private while it ran stays private, even if its source was read as public.
    .set({
      ...completion,
      isPrivate: sql`${scans.isPrivate} or ${completion.isPrivate ?? false}`,
      source: storableDocument(completion.source),
      coverage: storableDocument(completion.coverage),
      ...(completion.tools && { tools: storableDocument(completion.tools) }),
      ...(completion.facts && { facts: storableDocument(completion.facts) }),
      projectConfig: storableDocument(completion.projectConfig),
      status: 'completed',
      stage: 'finished',
      percent: 100,
    })
    .where(and(eq(scans.id, scanId), unfinished))
    .returning()
  return row
}

type Failure = { errorCode: ScanFailureCode; errorMessage: string; verdict: Verdict; completedAt: Date }

/** Ends a scan with a failure code and returns it. Returns undefined if it has already ended. */
export async function failScan(db: Database, scanId: string, failure: Failure): Promise<ScanRow | undefined> {
  const [row] = await db
    .update(scans)
    .set({ ...failure, errorMessage: storableDocument(failure.errorMessage), status: 'failed', stage: 'finished' })
    .where(and(eq(scans.id, scanId), unfinished))
    .returning()
  return row
}

/**
 * Deletes an account's ended scan with its findings and steps. Returns undefined if it does not exist or has not ended.
 */
export async function removeEndedScan(db: Database, accountId: string, scanId: string): Promise<ScanRow | undefined> {
  const [row] = await db
    .delete(scans)
    .where(and(eq(scans.id, scanId), eq(scans.accountId, accountId), isNotNull(scans.completedAt)))
    .returning()
  return row
}

/** Reports whether a scan is waiting or running. False if it ended or was removed. */
export async function isScanUnfinished(db: Database, scanId: string): Promise<boolean> {
  const [row] = await db
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.id, scanId), unfinished))
  return row !== undefined
}

/** Reports whether a scan of any account exists. */
export async function isScanKept(db: Database, scanId: string): Promise<boolean> {
  const [row] = await db.select({ id: scans.id }).from(scans).where(eq(scans.id, scanId))
  return row !== undefined
}

/**
 * Returns the account's last completed scan of the same project before this one. A folder of a repository is a separate
 * project.
 */
export async function findPreviousScan(
  db: Database,
  scan: { accountId: string; canonicalUrl: string; folder: string | undefined; scanId: string },
): Promise<string | undefined> {
  const [row] = await db
    .select({ id: scans.id })
    .from(scans)
    .where(
      and(
        eq(scans.accountId, scan.accountId),
        eq(scans.canonicalUrl, scan.canonicalUrl),
        sql`${scans.source}->>'folder' is not distinct from ${scan.folder ?? null}`,
        eq(scans.status, 'completed'),
        ne(scans.id, scan.scanId),
      ),
    )
    .orderBy(desc(scans.completedAt))
    .limit(1)
  return row?.id
}

/**
 * Returns the account's last completed scan of this commit or branch in a project. An abbreviated commit has at least
 * seven digits.
 */
export async function findBaselineScan(
  db: Database,
  scan: { accountId: string; canonicalUrl: string; folder: string | undefined; baseline: string; scanId: string },
): Promise<
  { id: string; revision: string; inventoryDigest: string | null; registrySnapshotAt: string | null } | undefined
> {
  const revision = sql<string>`${scans.source}->>'revision'`
  const isCommit = /^[0-9a-f]{7,64}$/i.test(scan.baseline)
  const [row] = await db
    .select({
      id: scans.id,
      revision,
      inventoryDigest: scans.inventoryDigest,
      // Null if the scan resolved nothing in package registries.
      registrySnapshotAt: sql<string | null>`${scans.coverage}->'components'->>'resolvedAt'`,
    })
    .from(scans)
    .where(
      and(
        eq(scans.accountId, scan.accountId),
        eq(scans.canonicalUrl, scan.canonicalUrl),
        eq(scans.status, 'completed'),
        ne(scans.id, scan.scanId),
        sql`coalesce(${scans.source}->>'folder', '') = ${scan.folder ?? ''}`,
        or(
          eq(sql`${scans.source}->>'ref'`, scan.baseline),
          isCommit ? like(revision, `${scan.baseline.toLowerCase()}%`) : undefined,
        ),
      ),
    )
    .orderBy(desc(scans.completedAt))
    .limit(1)
  return row
}

/**
 * Returns complete results with this key that the account may use: public results and its own. Most recently produced
 * first.
 */
export async function findReusableScans(
  db: Database,
  { reuseKey, accountId, since }: { reuseKey: string; accountId: string; since: Date },
): Promise<ScanRow[]> {
  return db
    .select()
    .from(scans)
    .where(
      and(
        eq(scans.reuseKey, reuseKey),
        eq(scans.status, 'completed'),
        or(eq(scans.isPrivate, false), eq(scans.accountId, accountId)),
        sql`${scans.results}->>'partial' = 'false'`,
        gte(scans.examinedAt, since),
      ),
    )
    .orderBy(desc(scans.examinedAt))
    .limit(5)
}

export interface ScanFilter {
  readonly status?: ScanStatus | undefined
  readonly sourceType?: SourceType | undefined
  /** URL as submitted. */
  readonly url?: string | undefined
  readonly canonicalUrl?: string | undefined
  readonly submittedByKey?: string | undefined
}

/** Returns one page of an account's scans, newest first, and the total. */
export async function listScans(
  db: Database,
  accountId: string,
  filter: ScanFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ scans: ScanRow[]; total: number }> {
  const where = and(
    eq(scans.accountId, accountId),
    filter.status && eq(scans.status, filter.status),
    filter.sourceType && eq(scans.sourceType, filter.sourceType),
    filter.url === undefined ? undefined : eq(scans.url, filter.url),
    filter.canonicalUrl === undefined ? undefined : eq(scans.canonicalUrl, filter.canonicalUrl),
    filter.submittedByKey === undefined ? undefined : eq(scans.submittedByKey, filter.submittedByKey),
  )
  const [rows, [counted]] = await Promise.all([
    db.select().from(scans).where(where).orderBy(desc(scans.createdAt), desc(scans.id)).limit(limit).offset(offset),
    db.select({ count: count() }).from(scans).where(where),
  ])
  return { scans: rows, total: counted?.count ?? 0 }
}

/** Counts an account's scans: stored, unfinished, and submitted on the UTC day of `now`. */
export async function countScansOfAccount(
  db: Database,
  accountId: string,
  now: Date,
): Promise<{ total: number; unfinished: number; today: number }> {
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

/** Selects scans that are waiting or running. */
export const unfinished = inArray(scans.status, ['pending', 'scanning'])
