import type { Logger } from 'pino'
import { claimScan } from '../db/scans/claims.ts'
import type { ScansAtOnce } from '../../settings/scans-at-once.ts'
import { updateScanProgress } from '../db/scans/progress.ts'
import type { ScanRow } from '../db/scans/scans.ts'
import { scansEnded } from './metrics.ts'
import { createWorkClock, type WorkClock } from '../../engine/isolation/work-clock.ts'
import { ScanFailure } from '../../engine/model/failure.ts'
import { scanTimeLimits } from '../../engine/sources/scan-time-limits.ts'
import type { ScanStage } from '../../engine/model/scan.ts'
import type { SourceScannerOptions } from '../../engine/scanner/source-scanner.ts'
import type { GitCredential } from '../../engine/sources/source.ts'
import { type EndScanContext, endWithFailure } from './end-scan.ts'
import { type ResolveOrReuseContext, resolveOrReuse } from './resolve-or-reuse.ts'
import { type ReportProgress, throttledProgress } from '../../engine/scanner/progress.ts'
import { clockStages, countDetectors } from './stage-clock.ts'
import { scanTimeout } from '../../engine/scanner/scan-timeout.ts'
import { type StallContext, suspect } from './stalls/suspicion.ts'
import { ScanEndedOtherwise, storeOutcome } from './store-outcome.ts'
import { claimingJob, passTurnOn, type TicketContext, type TicketPayload } from './tickets.ts'
import { watchUntilEnded } from './until-ended.ts'

export interface RunScanContext extends ResolveOrReuseContext, EndScanContext, TicketContext {
  readonly log: Logger
  readonly scansAtOnce: ScansAtOnce
  /** Prevents a source that stalls workers from being retried on one worker after another. */
  readonly stalls: StallContext
  /** Called for each stage that a scan reaches. */
  readonly onStage?: (scan: ScanRow, isFirst: boolean) => Promise<void>
  /**
   * Returns an account's credential for a repository. If the function is undefined, only public repositories can be
   * read.
   */
  readonly repositoryCredential?: (
    accountId: string,
    repository: URL,
    signal: AbortSignal,
  ) => Promise<GitCredential | undefined>
}

/**
 * Job handler: runs the next scan. An expected failure ends the scan with its error code. Any other error fails the
 * job, which is retried. After the last attempt, `abandonScan` ends the scan.
 */
export async function runScan(
  context: RunScanContext,
  ticket: TicketPayload,
  { signal, attempt = 1 }: { signal: AbortSignal; attempt?: number },
): Promise<void> {
  const scan = await claimScan(context.db, claimingJob(ticket), {
    atOnce: context.scansAtOnce,
    now: new Date(),
    onlyItsOwn: attempt > 1,
  })
  if (scan) await workScan(context, scan, signal)
  // If the first attempt starts no scan, no scan may start, so the ticket simply ends. A later attempt may follow one
  // that ended its scan but died before it added another ticket.
  if (scan || attempt > 1) await passTurnOn(context)
}

async function workScan(context: RunScanContext, scan: ScanRow, signal: AbortSignal): Promise<void> {
  const log = context.log.child({ scanId: scan.id, target: scan.target, attempt: scan.attempts })
  log.info('scan started')
  using watch = watchUntilEnded(context.db, scan.id)
  using time = createWorkClock({ workMs: scanTimeLimits.maxWorkMs, waitMs: scanTimeLimits.maxWaitMs })
  using suspicion = suspect(context.stalls, scan, time)
  const deadline = AbortSignal.any([signal, watch.ended, time.signal])
  try {
    using clock = clockStages()
    const found = await resolveOrReuse(
      context,
      scan,
      {
        ...credentialOf(context, scan),
        report: clock.noting(throttledProgress(progressStore(context, scan))),
        signal: deadline,
        clock: time,
      },
      suspicion,
    )
    countDetectors(found)
    const { verdict, results } = await storeOutcome(context, scan, found)
    await suspicion.settle()
    scansEnded.inc({ outcome: verdict })
    log.info({ verdict, ...results, cached: found.cached, gaps: found.coverage.gaps }, 'scan completed')
  } catch (error) {
    if (watch.ended.aborted || error instanceof ScanEndedOtherwise)
      return log.info('scan stopped: canceled or ended by another worker')
    const failure = expectedFailure(error, { stopped: signal.aborted, usedUp: time.usedUp })
    if (!failure) throw error
    await suspicion.settle(failure)
    await endWithFailure(context, scan.id, failure)
    scansEnded.inc({ outcome: failure.code })
    log.info({ code: failure.code, reason: failure.message }, 'scan failed')
  }
}

/** Returns the credentials of the scan's own account. A scan on behalf of the public uses no credentials. */
function credentialOf(
  { repositoryCredential }: RunScanContext,
  { accountId, asAnybody }: ScanRow,
): Pick<SourceScannerOptions, 'credentialFor'> {
  if (!repositoryCredential || asAnybody) return {}
  return { credentialFor: (repository, signal) => repositoryCredential(accountId, repository, signal) }
}

/** Stores progress. A failure to do so does not fail the scan, because progress is only informational. */
function progressStore({ db, log, onStage }: RunScanContext, scan: ScanRow): ReportProgress {
  let shown: ScanStage | undefined
  return async (stage, percent) => {
    try {
      await updateScanProgress(db, scan.id, { stage, percent })
      if (stage === shown) return
      const isFirst = shown === undefined
      shown = stage
      await onStage?.(scan, isFirst)
    } catch (error) {
      log.warn({ err: error, scanId: scan.id }, 'progress not stored')
    }
  }
}

/** Returns the failure that ends a scan, or undefined if the job must be retried. */
function expectedFailure(
  error: unknown,
  { stopped, usedUp }: { stopped: boolean; usedUp: WorkClock['usedUp'] },
): ScanFailure | undefined {
  if (stopped) return undefined
  if (usedUp !== undefined) return scanTimeout(usedUp)
  return error instanceof ScanFailure ? error : undefined
}
