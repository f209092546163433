import type { Database } from '../../db/client.ts'
import { keepEffects } from '../../db/rematching/keep-effects.ts'
import {
  listFindingsOfScan,
  lockScansOfDefaultBranches,
  reopenChecks,
  replaceOutcome,
} from '../../db/rematching/repositories.ts'
import type { ScanRow } from '../../db/scans/scans.ts'
import { judge } from '../../../engine/scanner/judge.ts'
import type { RematchedRepository } from './announce-rematch.ts'
import { effectsOf, flawsOfFindings } from './effects.ts'
import { laterDates } from './later-dates.ts'
import type { RematchContext } from './rematch-context.ts'
import { renewFindings } from './renew-findings.ts'
import type { Settling } from './refresh-revisions.ts'

/**
 * Updates the newest default branch scans of installed repositories from their inventories. Findings, score, and
 * verdict become those of a new scan, and the check run is updated. Returns the scans that changed.
 */
export async function refreshRepositories(
  context: RematchContext,
  tx: Database,
  settling: Settling,
): Promise<RematchedRepository[]> {
  const rematched: RematchedRepository[] = []
  for (const scan of await lockScansOfDefaultBranches(tx, [...settling.causes.keys()])) {
    const one = await settleScan(context, tx, scan, settling)
    if (one) rematched.push(one)
  }
  return rematched
}

async function settleScan(
  { queue }: Pick<RematchContext, 'queue'>,
  tx: Database,
  scan: ScanRow,
  { causes, flawsOf, dates, now }: Settling,
): Promise<RematchedRepository | undefined> {
  const { id: scanId, accountId, inventoryDigest, coverage, results, failOn, baseline, completedAt } = scan
  if (inventoryDigest === null || !coverage || !results || !completedAt) return undefined
  const known = flawsOf(inventoryDigest)
  const renewal = renewFindings(await listFindingsOfScan(tx, scanId), { ...known, now, isCompared: baseline !== null })
  if (renewal.isSame) return undefined
  const judgement = judge(renewal.findings, {
    gaps: coverage.gaps,
    failOn,
    onlyNew: baseline !== null,
    isReadingLost: coverage.baseline?.lost !== undefined,
  })
  await replaceOutcome(tx, scanId, {
    ...judgement,
    coverage: { ...coverage, advisories: laterDates(coverage.advisories, dates) },
    findings: renewal.findings,
  })
  await keepEffects(
    tx,
    effectsOf(renewal, known.summaries, {
      scoreBefore: results.securityScore,
      scoreAfter: judgement.results.securityScore,
      accountId,
      scanId,
    }),
    now,
  )
  for (const checkId of await reopenChecks(tx, scanId))
    await queue.enqueue(tx, 'tell-check', { checkId }, { key: checkId })
  const isAdvisory = causes.get(inventoryDigest) !== 'rules'
  return {
    accountId,
    scanId,
    url: scan.url,
    at: now,
    scannedAt: completedAt,
    findings: renewal.findings,
    opened: isAdvisory ? flawsOfFindings(renewal.opened, known.summaries) : [],
    escalated: isAdvisory ? flawsOfFindings(renewal.escalated, known.summaries) : [],
  }
}
