import type { Database } from '../../db/client.ts'
import { findPlacedCheck, type GithubCheck, lockGithubCheck } from '../../db/github/checks.ts'
import { type GithubComparison, updateComparison } from '../../db/github/comparisons.ts'
import { type GithubRepository, upsertGithubRepositories } from '../../db/github/repositories.ts'
import { findScanById } from '../../db/scans/scans.ts'
import { githubAppLimits } from '../github-app-limits.ts'
import type { InstalledRepository } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { priorityOf } from '../github-priorities.ts'
import { changeComparisons, restarted } from './change-comparisons.ts'
import { enqueueTell } from './check-jobs.ts'
import { comparisonOf, type ComparedCommits } from './comparison-of-check.ts'
import { comparisonsOfCheck } from './comparisons-of-check.ts'
import { confirmPulls } from './confirm-pulls.ts'
import { countingComparisons, isFinished } from './counting-comparisons.ts'
import { githubProblem } from './github-problem.ts'
import { installedAt } from './installed-at.ts'
import { maxAccessPauseMs } from './refusal-schedule.ts'
import { stepComparison } from './step-comparison.ts'

interface Advance {
  readonly checkId: string
  /** True to scan again even if a result could be reused. */
  readonly force: boolean
}

/** Repository and client for a check's comparisons. */
interface Place {
  readonly check: GithubCheck
  readonly repository: GithubRepository
  readonly installed: InstalledRepository
}

/**
 * Job handler: advances each of a check's comparisons by one step. The steps are the merge base scan, the commit scan,
 * and the outcome. Requests the merge base again if the base branch moved. Runs when a comparison is requested and when
 * one of its scans ends. Concurrent jobs never repeat a step.
 */
export async function advanceCheck(
  context: GitHubContext,
  { checkId, force }: Advance,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { db, queue } = context
  const placed = await findPlacedCheck(db, checkId)
  if (!placed) return
  const clients = context.clients.as(priorityOf(placed.check))
  const { check, repository } = placed
  const installed = installedAt(placed)
  const due = countingComparisons(await comparisonsOfCheck(db, check)).filter(
    (comparison) => !isFinished(comparison) || comparison.baseMovedAt !== null,
  )
  if (due.length === 0) return
  // If the app has no access, the check waits until `resume-checks.ts` continues it.
  if (!installed || !repository) return holdBack(context, check)
  // One waiting job is enough. It keeps its `force` value, unless the new job also forces a scan.
  const later = (until: Date) =>
    db.transaction(async (tx) => {
      await lockGithubCheck(tx, checkId)
      await queue.postpone(
        tx,
        'advance-check',
        { checkId, force },
        { key: checkId, startAfter: until, isPayloadKept: !force, priority: priorityOf(check) },
      )
    })
  try {
    const waits: number[] = []
    for (const comparison of due) {
      const waitMs = await advance({ ...context, clients }, { check, repository, installed }, comparison, {
        force,
        signal,
      })
      if (waitMs !== undefined) waits.push(waitMs)
    }
    if (waits.length > 0) await later(new Date(Date.now() + Math.min(...waits)))
  } catch (error) {
    const problem = githubProblem(error)
    if (problem?.kind === 'limited') return later(problem.until)
    throw error
  }
}

/** Advances a comparison by one step. Returns the milliseconds until the next attempt if it must wait. */
async function advance(
  context: GitHubContext,
  { check, repository, installed }: Place,
  comparison: GithubComparison,
  { force, signal }: { force: boolean; signal: AbortSignal },
): Promise<number | undefined> {
  const { db } = context
  const isAsked = comparison.state === 'queued' || comparison.baseMovedAt !== null
  const compared = isAsked
    ? await comparisonOf(context, { ...comparison, headSha: check.headSha }, installed, signal)
    : undefined
  // GitHub returned no token, although the app is installed according to the database.
  if (isAsked && !compared) return pauseWithoutToken(comparison.startedAt, new Date())
  // Only GitHub can report whether the branch was deleted or renamed, or the pull request merged.
  if (
    (compared?.isBaseGone || compared?.isHeadInBase) &&
    comparison.cause === 'pull_request' &&
    (await confirmPulls(context, { check, installed, signal }))
  )
    return undefined
  const missing = compared?.isMissing ? await waitForMissing(context, check, comparison) : undefined
  if (missing !== undefined) return missing
  const name = compared?.at?.repo ?? repository.name
  // The repository was renamed, but the event has not arrived yet.
  if (name !== repository.name) await upsertGithubRepositories(db, [{ ...repository, name }])
  const at = { ...repository, ...installed, ...(compared?.at && { owner: compared.at.owner, name }) }
  return db.transaction(async (tx) => {
    let waitMs: number | undefined
    // The current base must be known before the conclusion.
    if (comparison.baseMovedAt !== null) await enqueueTell(context.queue, tx, check)
    await changeComparisons(context, tx, check.id, async (comparisons) => {
      const current = comparisons.find(({ id }) => id === comparison.id)
      if (
        !current ||
        current.startedAt.getTime() !== comparison.startedAt.getTime() ||
        current.state !== comparison.state
      )
        return
      if (
        current.baseMovedAt !== null &&
        current.baseMovedAt.getTime() === comparison.baseMovedAt?.getTime() &&
        (await isMovedAway(tx, current, compared))
      )
        return
      waitMs = await stepComparison(context, tx, {
        comparison: current,
        headSha: check.headSha,
        repository: at,
        compared: compared?.comparison,
        force,
      })
    })
    return waitMs
  })
}

/**
 * Stores the current base. Returns true if the merge base changed and the comparison must start again. If the base
 * branch contains the head, the comparison keeps its result.
 */
async function isMovedAway(
  tx: Database,
  { id, state, mergeBase }: GithubComparison,
  compared: ComparedCommits | undefined,
): Promise<boolean> {
  const now = compared?.comparison?.mergeBase
  const isMoved =
    state !== 'queued' && now !== undefined && !compared?.isBaseGone && !compared?.isHeadInBase && mergeBase !== now
  await updateComparison(tx, id, isMoved ? restarted(new Date()) : { baseMovedAt: null, missingSince: null })
  return isMoved
}

/**
 * Handles a base or head not found by GitHub. Returns the milliseconds until the next request. Returns undefined after
 * `githubAppLimits.missingTimeoutMs`; the commit is then considered deleted.
 */
async function waitForMissing(
  { db, queue }: GitHubContext,
  { id: checkId }: GithubCheck,
  { id, startedAt, missingSince }: GithubComparison,
): Promise<number | undefined> {
  const now = Date.now()
  if (missingSince === null) {
    await db.transaction((tx) =>
      changeComparisons({ queue }, tx, checkId, async (comparisons) => {
        const current = comparisons.find((one) => one.id === id)
        if (current?.startedAt.getTime() === startedAt.getTime())
          await updateComparison(tx, id, { missingSince: new Date(now) })
      }),
    )
    return firstMissingPauseMs
  }
  const waited = now - missingSince.getTime()
  return waited < githubAppLimits.missingTimeoutMs ? Math.max(firstMissingPauseMs, waited / 2) : undefined
}

const firstMissingPauseMs = 1_000

/**
 * Returns the pause before the next attempt: half of the time that the comparison has already waited. The first pauses
 * are short, because a new installation may take only seconds to reach all of GitHub's servers.
 */
function pauseWithoutToken(startedAt: Date, now: Date): number {
  return Math.min(Math.max((now.getTime() - startedAt.getTime()) / 2, 1_000), maxAccessPauseMs)
}

/**
 * Restarts comparisons whose scan failed, because scans of a private repository fail while the app has no access. The
 * comparisons continue when access is restored.
 */
async function holdBack({ db, queue }: GitHubContext, { id: checkId }: GithubCheck): Promise<void> {
  await db.transaction(async (tx) => {
    await changeComparisons({ queue }, tx, checkId, async (comparisons) => {
      for (const { id, state, baseScanId, headScanId } of comparisons) {
        const scanId = state === 'scanning-base' ? baseScanId : state === 'scanning-head' ? headScanId : null
        const scan = scanId === null ? undefined : await findScanById(tx, scanId)
        if (scan?.status === 'failed') await updateComparison(tx, id, restarted(new Date()))
      }
    })
  })
}
