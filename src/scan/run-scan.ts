import type { Logger } from 'pino'
import { saveInventory } from '../db/inventories.ts'
import { updateScanProgress } from '../db/scan-progress.ts'
import { type ScanRow, startScan } from '../db/scans.ts'
import { ScanFailure } from '../model/failure.ts'
import type { Finding } from '../model/finding.ts'
import { limits } from '../model/limits.ts'
import type { ScanStage } from '../model/scan.ts'
import type { GitCredential } from '../sources/source.ts'
import { comparisonFor } from './baseline.ts'
import { compareFindings } from './compare.ts'
import { type EndScanContext, endWithFailure, endWithFindings } from './end-scan.ts'
import { type FindOutContext, type FoundOut, findOut } from './find-out.ts'
import { judge } from './judge.ts'
import { throttledProgress } from './progress.ts'
import { scanTimeout } from './scan-timeout.ts'

export interface RunScanContext extends FindOutContext, EndScanContext {
  readonly log: Logger
  /** The credential with which an account may read a repository; without it only public ones are read. */
  readonly repositoryCredential?: (accountId: string, repository: URL, signal: AbortSignal) => Promise<GitCredential | undefined>
}

/**
 * The main job: works one submitted scan to its end. An expected failure ends the scan with its
 * name; any other error fails the job, which is tried again and in the end given up by `abandonScan`.
 */
export async function runScan(context: RunScanContext, { scanId }: { scanId: string }, { signal }: { signal: AbortSignal }): Promise<void> {
  const scan = await startScan(context.db, scanId, new Date())
  if (!scan) return
  const log = context.log.child({ scanId, target: scan.target, attempt: scan.attempts })
  log.info('scan started')
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(limits.scan.totalMs)])
  try {
    const found = await findOut(withCredentialsOf(context, scan.accountId), scan, {
      report: throttledProgress((stage, percent) => storeProgress(context, scanId, { stage, percent })),
      signal: deadline,
    })
    const { verdict, results } = await storeOutcome(context, scan, found)
    log.info({ verdict, ...results, cached: found.cached, gaps: found.coverage.gaps }, 'scan completed')
  } catch (error) {
    const failure = expectedFailure(error, { stopped: signal.aborted, timedOut: deadline.aborted })
    if (!failure) throw error
    await endWithFailure(context, scanId, failure)
    log.info({ code: failure.code, reason: failure.message }, 'scan failed')
  }
}

/** The credentials of one account and no other go into its scans. */
function withCredentialsOf(context: RunScanContext, accountId: string): RunScanContext {
  const { repositoryCredential, sources } = context
  if (!repositoryCredential) return context
  return { ...context, sources: { ...sources, git: { ...sources.git, credentialFor: (repository, signal) => repositoryCredential(accountId, repository, signal) } } }
}

/** Progress is for watching: a scan does not fail because it could not be stored. */
async function storeProgress({ db, log }: RunScanContext, scanId: string, progress: { stage: ScanStage; percent: number }): Promise<void> {
  await updateScanProgress(db, scanId, progress).catch((error: unknown) => log.warn({ err: error, scanId }, 'progress not stored'))
}

/** Compares, scores, stores and announces what was found, all or nothing. */
async function storeOutcome(context: RunScanContext, scan: ScanRow, { source, inventory, detected, coverage, reuse, cached }: FoundOut) {
  const completedAt = new Date()
  const { firstSeen, known, note } = await comparisonFor(context.db, scan, source)
  const findings: Finding[] = compareFindings(detected, firstSeen, completedAt, known)
  const { results, verdict } = judge(findings, { gaps: coverage.gaps, failOn: scan.failOn, onlyNew: scan.baseline !== null })
  await context.db.transaction(async (tx) => {
    const inventoryDigest = 'digest' in inventory ? inventory.digest : await saveInventory(tx, inventory.components)
    const completion = { source, canonicalUrl: source.canonicalUrl, isPrivate: source.isPrivate === true, inventoryDigest, results, verdict, coverage: { ...coverage, ...(note && { baseline: note }) }, cached, completedAt }
    await endWithFindings(context, tx, scan.id, { ...completion, ...reuse, examinedAt: reuse?.examinedAt ?? completedAt }, findings)
  })
  return { results, verdict }
}

/** The failure with which a scan ends for good; undefined when the job is to be tried again. */
function expectedFailure(error: unknown, { stopped, timedOut }: { stopped: boolean; timedOut: boolean }): ScanFailure | undefined {
  if (stopped) return undefined
  if (timedOut) return scanTimeout()
  return error instanceof ScanFailure ? error : undefined
}
