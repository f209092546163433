import { setImmediate as turn } from 'node:timers/promises'
import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { FindingRecord } from '../../../engine/model/finding-record.ts'
import type { Finding, FindingState } from '../../../engine/model/finding.ts'
import type { Category } from '../../../engine/model/rule.ts'
import type { Severity } from '../../../engine/model/severity.ts'
import type { CountedFinding } from '../../../engine/reports/check-run/finding-counts.ts'
import { renderFinding } from '../../../engine/rules/render-finding.ts'
import type { Database } from '../client.ts'
import { findings } from './schema.ts'
import { storableDocument } from '../storable-document.ts'

/**
 * Number of findings to render before yielding to other work. With malicious names, rendering takes up to 0.8 ms per
 * finding.
 */
const findingsPerTurn = 50

/** Number of rows per INSERT. PostgreSQL accepts 65,535 parameters, and a row has 7. */
const batchRows = 2_000

/** Stores the findings of a scan in the given order. */
export async function insertFindings(db: Database, scanId: string, list: readonly FindingRecord[]): Promise<void> {
  for (let start = 0; start < list.length; start += batchRows) {
    await db.insert(findings).values(
      list.slice(start, start + batchRows).map((finding, index) => ({
        scanId,
        ordinal: start + index,
        id: finding.id,
        severity: finding.severity,
        category: finding.category,
        state: finding.state,
        document: storableDocument(finding),
      })),
    )
  }
}

export interface FindingFilter {
  readonly scanId: string
  readonly states: readonly FindingState[]
  readonly severity?: Severity | undefined
  readonly category?: Category | undefined
}

/** Returns one page of a scan's findings, most severe first, and the total. */
export async function listFindings(
  db: Database,
  filter: FindingFilter,
  page: { limit: number; offset: number },
): Promise<{ findings: Finding[]; total: number }> {
  const where = and(
    eq(findings.scanId, filter.scanId),
    inArray(findings.state, [...filter.states]),
    filter.severity && eq(findings.severity, filter.severity),
    filter.category && eq(findings.category, filter.category),
  )
  const [rows, [counted]] = await Promise.all([
    db
      .select({ document: findings.document })
      .from(findings)
      .where(where)
      .orderBy(asc(findings.ordinal))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ count: count() }).from(findings).where(where),
  ])
  return { findings: rows.map((row) => renderFinding(row.document)), total: counted?.count ?? 0 }
}

/** Counts the findings of a scan, grouped by everything that affects the verdict. */
export async function tallyFindings(db: Database, scanId: string): Promise<CountedFinding[]> {
  const { state, severity, document } = findings
  const precision = sql<Finding['precision']>`${document} ->> 'precision'`
  const isUndecided = sql<boolean>`coalesce(${document} #>> '{guard,outcome}' = 'undecided', false)`
  const hasAdvisory = sql<boolean>`${document} -> 'advisory' is not null`
  const rows = await db
    .select({ state, severity, precision, isUndecided, hasAdvisory, times: count() })
    .from(findings)
    .where(eq(findings.scanId, scanId))
    .groupBy(state, severity, sql`3`, sql`4`, sql`5`)
  return rows.map(({ isUndecided: undecided, hasAdvisory: advised, ...row }) => ({
    ...row,
    ...(undecided && { guard: { outcome: 'undecided' } }),
    ...(advised && { advisory: {} }),
  }))
}

/** Returns all findings of a scan in these states, most severe first. */
export async function listAllFindings(
  db: Database,
  scanId: string,
  states: readonly FindingState[],
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [index, record] of (await listFindingRecords(db, scanId, states)).entries()) {
    if (index % findingsPerTurn === findingsPerTurn - 1) await turn()
    findings.push(renderFinding(record))
  }
  return findings
}

/** Returns all of a scan's findings in these states as stored, most severe first, so that they can be stored again. */
export async function listFindingRecords(
  db: Database,
  scanId: string,
  states: readonly FindingState[],
): Promise<FindingRecord[]> {
  const rows = await db
    .select({ document: findings.document })
    .from(findings)
    .where(and(eq(findings.scanId, scanId), inArray(findings.state, [...states])))
    .orderBy(asc(findings.ordinal))
  return rows.map((row) => row.document)
}

/** Returns the time when each of a scan's fingerprints was first seen. */
export async function firstSeenByFingerprint(db: Database, scanId: string): Promise<Map<string, string>> {
  const rows = await db.select({ document: findings.document }).from(findings).where(eq(findings.scanId, scanId))
  return new Map(rows.map(({ document }) => [document.fingerprint, document.firstSeenAt]))
}
