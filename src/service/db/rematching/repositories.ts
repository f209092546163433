import { eq, type SQL, sql } from 'drizzle-orm'
import type { Coverage, ScanResults, Verdict } from '../../../engine/model/scan.ts'
import type { FindingRecord } from '../../../engine/model/finding-record.ts'
import type { Database } from '../client.ts'
import { insertFindings, listFindingRecords } from '../scans/findings.ts'
import { githubChecks } from '../github/checks-schema.ts'
import { findings, scans } from '../scans/schema.ts'
import type { ScanRow } from '../scans/scans.ts'

/**
 * Returns the condition that a scan is the newest completed default branch scan of an installed repository in its
 * account. `scan` is the table name in the statement. The app scans the default branch without naming it after a
 * repository was added, and for push checks.
 */
export function isNewestOfDefaultBranch(scan: 'scan' | 'scans'): SQL {
  const own = sql.raw(scan)
  return sql`${own}.github_repository_id is not null and ${own}.status = 'completed' and exists (
    select from github_repositories repository
    where repository.repository_id = ${own}.github_repository_id and repository.account_id = ${own}.account_id
    and ${isOfDefaultBranch(own)}
      and not exists (
        select from scans newer
        where newer.github_repository_id = repository.repository_id and newer.account_id = repository.account_id
        and newer.status = 'completed'
          and (newer.completed_at, newer.id) > (${own}.completed_at, ${own}.id)
          and ${isOfDefaultBranch(sql.raw('newer'))}))`
}

const isOfDefaultBranch = (scan: SQL) => sql`(
  ${scan}.target->>'ref' is null
  or exists (select from github_comparisons compared
  where compared.head_scan_id = ${scan}.id and compared.cause = 'push' and not compared.is_fork
  and compared.base_ref = repository.default_branch)
  or exists (select from github_checks checked where checked.head_scan_id = ${scan}.id and checked.cause = 'push'
  and not checked.is_fork and checked.base_ref = repository.default_branch))`

/**
 * Returns the newest completed scans of installed repositories' default branches that have one of these inventories.
 * Locks them until the transaction ends.
 */
export async function lockScansOfDefaultBranches(tx: Database, digests: readonly string[]): Promise<ScanRow[]> {
  return tx
    .select()
    .from(scans)
    .where(
      sql`${scans.inventoryDigest} = any(${sql.param([...digests])}::text[]) and ${isNewestOfDefaultBranch('scans')}`,
    )
    .orderBy(scans.id)
    .for('update')
}

/** Returns all findings of a scan, in order. */
export async function listFindingsOfScan(db: Database, scanId: string): Promise<FindingRecord[]> {
  return listFindingRecords(db, scanId, ['new', 'existing', 'fixed', 'suppressed'])
}

export async function replaceOutcome(
  tx: Database,
  scanId: string,
  outcome: {
    readonly results: ScanResults
    readonly verdict: Verdict
    readonly coverage: Coverage
    readonly findings: readonly FindingRecord[]
  },
): Promise<void> {
  const { findings: list, ...stored } = outcome
  await tx.update(scans).set(stored).where(eq(scans.id, scanId))
  await tx.delete(findings).where(eq(findings.scanId, scanId))
  await insertFindings(tx, scanId, list)
}

/**
 * Marks push checks that use this scan as unpublished, even while the previous result is being sent to GitHub. Returns
 * their IDs.
 */
export async function reopenChecks(tx: Database, scanId: string): Promise<string[]> {
  const rows = await tx
    .update(githubChecks)
    .set({ concludedAt: null, revision: sql`${githubChecks.revision} + 1`, changedAt: new Date() })
    .where(sql`${githubChecks.state} = 'completed' and (
      exists (select from github_comparisons compared
      where compared.check_id = ${githubChecks.id} and compared.head_scan_id = ${scanId} and compared.cause = 'push')
      or (${githubChecks.headScanId} = ${scanId} and ${githubChecks.cause} = 'push'))`)
    .returning({ id: githubChecks.id })
  return rows.map(({ id }) => id)
}
