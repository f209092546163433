import { and, asc, desc, eq, inArray, lt, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FindingRecord } from '../../../engine/model/finding-record.ts'
import type { Grade } from '../../../engine/model/score.ts'
import type { Database } from '../client.ts'
import { registryHistory } from '../registry/servers-schema.ts'
import { findings, scans } from '../scans/schema.ts'

/** Completed scan of the same source, to compare a later scan with. */
export interface EarlierScan {
  readonly id: string
  readonly revision: string
  readonly grade: Grade
  readonly completedAt: Date
  /** True if the scan has coverage gaps. */
  readonly isPartial: boolean
}

const earlierScan = {
  id: scans.id,
  revision: sql<string>`${scans.source} ->> 'revision'`,
  grade: sql<Grade>`${scans.results} ->> 'grade'`,
  completedAt: sql<Date>`${scans.completedAt}`.mapWith(scans.completedAt),
  isPartial: sql<boolean>`coalesce((${scans.results} ->> 'partial')::boolean, true)`,
}

interface ComparedScan {
  readonly canonicalUrl: string
  readonly folder: string | undefined
  readonly completedAt: Date
}

const ofSameProject = ({ canonicalUrl, folder, completedAt }: ComparedScan) =>
  and(
    eq(scans.status, 'completed'),
    eq(scans.canonicalUrl, canonicalUrl),
    sql`${scans.source} ->> 'folder' is not distinct from ${folder ?? null}`,
    lt(scans.completedAt, completedAt),
  )

/** Returns the account's last completed scan of the project before this one. */
export async function findEarlierScanOfAccount(
  db: Database,
  accountId: string,
  scan: ComparedScan,
): Promise<EarlierScan | undefined> {
  const [row] = await db
    .select(earlierScan)
    .from(scans)
    .where(and(eq(scans.accountId, accountId), ofSameProject(scan)))
    .orderBy(desc(scans.completedAt))
    .limit(1)
  return row
}

/** Returns the project's last scan before this one in the server's public history. */
export async function findEarlierScanOfServer(
  db: Database,
  serverId: string,
  scan: ComparedScan,
): Promise<EarlierScan | undefined> {
  const [row] = await db
    .select(earlierScan)
    .from(registryHistory)
    .innerJoin(scans, eq(scans.id, registryHistory.scanId))
    .where(and(eq(registryHistory.serverId, serverId), eq(scans.isPrivate, false), ofSameProject(scan)))
    .orderBy(desc(registryHistory.number))
    .limit(1)
  return row
}

/** Returns a completed scan to compare with. */
export async function findEarlierScan(db: Database, scanId: string): Promise<EarlierScan | undefined> {
  const [row] = await db
    .select(earlierScan)
    .from(scans)
    .where(and(eq(scans.id, scanId), eq(scans.status, 'completed')))
  return row
}

const openStates = ['new', 'existing'] as const

/** Returns the findings that are open in one scan but not in the other, most severe first, and their total number. */
export async function findOpenOnlyIn(
  db: Database,
  { scanId, otherId, limit }: { readonly scanId: string; readonly otherId: string; readonly limit: number },
): Promise<{ readonly records: readonly FindingRecord[]; readonly total: number }> {
  const other = alias(findings, 'other')
  const fingerprintOf = (table: typeof findings | typeof other) => sql`${table.document} ->> 'fingerprint'`
  const rows = await db
    .select({ document: findings.document, total: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(findings)
    .where(
      and(
        eq(findings.scanId, scanId),
        inArray(findings.state, [...openStates]),
        notExists(
          db
            .select({ one: sql`1` })
            .from(other)
            .where(
              and(
                eq(other.scanId, otherId),
                inArray(other.state, [...openStates]),
                eq(fingerprintOf(other), fingerprintOf(findings)),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(findings.ordinal))
    .limit(limit)
  return { records: rows.map(({ document }) => document), total: rows[0]?.total ?? 0 }
}
