import { and, desc, eq, gte, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { FindingRecord } from '../../../engine/model/finding-record.ts'
import type { Target } from '../../../engine/model/target.ts'
import type { Database } from '../client.ts'
import { type ScanRow, unfinished } from './scans.ts'
import { findings, scans } from './schema.ts'

/** Package, and the account that requests its results. */
export interface PackageQuestion {
  readonly accountId: string
  /** URL of the package page, without a version. */
  readonly canonicalUrl: string
}

/** Conditions for completed scans, the same as in the index `scans_public_source`. */
const completed = sql`${scans.status} = 'completed'`
const isPublic = sql`not ${scans.isPrivate}`

/** Selects public results that do not depend on the account's settings. */
const isSameForAll = and(
  isPublic,
  eq(scans.failOn, 'high'),
  sql`${scans.baseline} is null`,
  sql`${scans.source}->>'isInternal' is null`,
)

const revision = sql<string>`${scans.source}->>'revision'`

const isTarget = (target: Target): SQL => sql`${scans.target} = ${JSON.stringify(target)}::jsonb`

/**
 * Returns the version to which a target resolved in the newest result since a time, public or the account's own, or
 * undefined if there is no such result.
 */
export async function findVersionMeant(
  db: Database,
  { accountId, canonicalUrl, target, since }: PackageQuestion & { readonly target: Target; readonly since: Date },
): Promise<string | undefined> {
  const [row] = await db
    .select({ revision })
    .from(scans)
    .where(
      and(
        completed,
        eq(scans.canonicalUrl, canonicalUrl),
        isTarget(target),
        gte(scans.completedAt, since),
        or(isSameForAll, eq(scans.accountId, accountId)),
      ),
    )
    .orderBy(desc(scans.completedAt))
    .limit(1)
  return row?.revision
}

/** Returns the account's newest result for a version, followed by the newest public one. */
export async function findPackageResults(
  db: Database,
  { accountId, canonicalUrl, version }: PackageQuestion & { readonly version: string },
): Promise<readonly ScanRow[]> {
  const newest = (whose: SQL | undefined) =>
    db
      .select()
      .from(scans)
      .where(and(completed, eq(scans.canonicalUrl, canonicalUrl), eq(revision, version), whose))
      .orderBy(desc(scans.completedAt))
      .limit(1)
  const [own, ofAll] = await Promise.all([newest(eq(scans.accountId, accountId)), newest(isSameForAll)])
  return [...own, ...ofAll.filter(({ id }) => id !== own[0]?.id)]
}

/** Returns the account's newest waiting or running scan of a target, or undefined if no such scan exists. */
export async function findUnfinishedScan(
  db: Database,
  accountId: string,
  target: Target,
): Promise<Pick<ScanRow, 'id'> | undefined> {
  const [row] = await db
    .select({ id: scans.id })
    .from(scans)
    .where(and(eq(scans.accountId, accountId), unfinished, isTarget(target)))
    .orderBy(desc(scans.createdAt))
    .limit(1)
  return row
}

/** Returns the IDs of the account's newest scans. */
export async function listRecentScanIds(db: Database, accountId: string, limit: number): Promise<readonly string[]> {
  const rows = await db
    .select({ id: scans.id })
    .from(scans)
    .where(eq(scans.accountId, accountId))
    .orderBy(desc(scans.createdAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Returns a finding of these scans by fingerprint or advisory ID, or undefined if no such finding exists. */
export async function findFindingRecord(
  db: Database,
  scanIds: readonly string[],
  id: string,
): Promise<FindingRecord | undefined> {
  if (scanIds.length === 0) return undefined
  const { document } = findings
  const [row] = await db
    .select({ document })
    .from(findings)
    .where(
      and(
        inArray(findings.scanId, [...scanIds]),
        or(
          sql`${document}->>'fingerprint' = ${id}`,
          sql`${document}->'advisory'->>'id' = ${id}`,
          sql`${document}->'advisory'->'aliases' @> jsonb_build_array(${id}::text)`,
        ),
      ),
    )
    .limit(1)
  return row?.document
}

/** Reports whether a scan has a finding for a rule. */
export async function hasFindingOf(db: Database, scanId: string, ruleId: string): Promise<boolean> {
  const rows = await db
    .select({ ordinal: findings.ordinal })
    .from(findings)
    .where(and(eq(findings.scanId, scanId), sql`${findings.document}->>'ruleId' = ${ruleId}`))
    .limit(1)
  return rows.length > 0
}
