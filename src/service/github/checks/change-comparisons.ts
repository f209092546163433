import type { Database } from '../../db/client.ts'
import { type GithubCheck, lockGithubCheck, updateGithubCheck } from '../../db/github/checks.ts'
import { type GithubComparison, listComparisons } from '../../db/github/comparisons.ts'
import type { Queue } from '../../queue/queue.ts'
import { enqueueAdvance, enqueueTell } from './check-jobs.ts'
import { comparisonsOfCheck } from './comparisons-of-check.ts'
import { countingComparisons, isFinished, shownBy, slowest, stateOfRun } from './counting-comparisons.ts'

/**
 * Changes a check's comparisons in `tx`. All changes must use this function. It locks the check and calls `change`. If
 * the displayed content changes, it enqueues `tell-check`, except while the base is scanned and the run is not new. If
 * work remains, it also enqueues `advance-check`. Returns whether the displayed content changed.
 *
 * A run whose conclusion was sent, or may have been, is never changed. Instead, the check gets a new run, which GitHub
 * uses because it is the commit's newest.
 */
export async function changeComparisons(
  { queue }: { readonly queue: Queue },
  tx: Database,
  checkId: string,
  change: (comparisons: readonly GithubComparison[], check: GithubCheck) => Promise<void>,
): Promise<boolean> {
  const check = await lockGithubCheck(tx, checkId)
  if (!check) return false
  const before = await comparisonsOfCheck(tx, check)
  await change(before, check)
  const after = await listComparisons(tx, checkId)
  if (shownBy(before) === shownBy(after)) return false
  const state = stateOfRun(after)
  const isNewRun = check.concludedAt !== null || check.concludingAt !== null
  await updateGithubCheck(tx, checkId, {
    ...mirrored(after),
    state,
    revision: check.revision + 1,
    ...(isNewRun && newRunOf(check)),
  })
  const shown = { ...check, ...mirrored(after) }
  // While the base is scanned, its scan triggers the progress updates.
  if (isNewRun || state !== 'scanning-base') await enqueueTell(queue, tx, shown, { isNewRun })
  if (hasMoreToDo(before, after)) await enqueueAdvance(queue, tx, shown)
  return true
}

/**
 * Gives the check a new run in `tx`, because a worker of the previous version, which knows only one comparison,
 * concluded the old one.
 */
export async function showAgain({ queue }: { readonly queue: Queue }, tx: Database, checkId: string): Promise<void> {
  const check = await lockGithubCheck(tx, checkId)
  if (!check || check.concludedAt === null) return
  const comparisons = await comparisonsOfCheck(tx, check)
  await updateGithubCheck(tx, checkId, {
    ...mirrored(comparisons),
    state: stateOfRun(comparisons),
    revision: check.revision + 1,
    ...newRunOf(check),
  })
  await enqueueTell(queue, tx, check, { isNewRun: true })
  await enqueueAdvance(queue, tx, check)
}

/**
 * Returns the check's columns for workers of the previous version. They contain the slowest comparison, so that these
 * workers wait for its scans.
 */
function mirrored(comparisons: readonly GithubComparison[]): Partial<GithubCheck> {
  const waitedFor = slowest(countingComparisons(comparisons))
  if (!waitedFor) return {}
  const { cause, pullNumber, baseRef, baseSha, isFork, authorMayWrite, isQuiet, baseScanId, headScanId, changedLines } =
    waitedFor
  return { cause, pullNumber, baseRef, baseSha, isFork, authorMayWrite, isQuiet, baseScanId, headScanId, changedLines }
}

/**
 * Reports whether there is new work: an unfinished comparison that counts, and is new, was restarted, or did not count
 * before.
 */
function hasMoreToDo(before: readonly GithubComparison[], after: readonly GithubComparison[]): boolean {
  const known = new Set(countingComparisons(before).map(makingOf))
  return countingComparisons(after).some((comparison) => !isFinished(comparison) && !known.has(makingOf(comparison)))
}

const makingOf = ({ id, startedAt }: GithubComparison) => `${id} ${startedAt.getTime()}`

/**
 * Returns the columns of a new run. The creation time is part of the run's `external_id`, so it distinguishes the runs
 * of a check.
 */
function newRunOf({ createdAt }: GithubCheck): Partial<GithubCheck> {
  return {
    checkRunId: null,
    publishedDigest: null,
    annotationsSent: 0,
    concludedAt: null,
    concludingAt: null,
    conclusion: null,
    failingFindings: null,
    conclusionAt: null,
    refusals: 0,
    retryAt: null,
    createdAt: new Date(createdAt.getTime() + 1),
  }
}

/** Returns a comparison's state before its first step. */
export function restarted(startedAt: Date): Partial<GithubComparison> {
  return {
    state: 'queued',
    endedBecause: null,
    mergeBase: null,
    baseScanId: null,
    headScanId: null,
    changedLines: null,
    baseMovedAt: null,
    missingSince: null,
    startedAt,
  }
}
