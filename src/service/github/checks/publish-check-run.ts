import type { Octokit } from '@octokit/rest'
import { findGithubCheck, findPlacedCheck, type GithubCheck, updateSameCheck } from '../../db/github/checks.ts'
import type { InstalledRepository, RepositoryClient } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { GitHubLimited } from '../github-limits.ts'
import { githubPriorities, priorityOf } from '../github-priorities.ts'
import { tokenRights } from '../permissions.ts'
import { type CheckContent, checkContent, digestOf } from './check-content.ts'
import { enqueueAdvance, tellPriority } from './check-jobs.ts'
import { checkReads } from './check-reads.ts'
import { comparisonsOfCheck } from './comparisons-of-check.ts'
import { confirmPulls } from './confirm-pulls.ts'
import { countingComparisons } from './counting-comparisons.ts'
import { type GitHubProblem, githubProblem } from './github-problem.ts'
import { installedAt } from './installed-at.ts'
import { beingMade, madeElsewhereUntil, mayBeMade } from './making.ts'
import { pauseAfterRefusalMs, plainAfterRefusals } from './refusal-schedule.ts'
import { countAnnotations, createRun, findRun, settleOtherRuns } from './run-at-github.ts'
import { withRepositoryToken } from './with-repository-token.ts'

/** Interval between checks whether another process has created the run. */
const lookAgainMs = 1_000

/** Repository of a check run, and a client for it. */
interface Place {
  readonly octokit: Octokit
  readonly at: RepositoryClient['at']
  readonly installed: InstalledRepository
  readonly signal: AbortSignal
}

/**
 * Job handler: publishes a check's current state on GitHub. It can be retried at any point, because it finds the run by
 * its `external_id` and does not send the same content twice. After a rejection, it sends the content again with
 * increasing pauses (`refusal-schedule.ts`).
 */
export async function publishCheckRun(
  anyContext: GitHubContext,
  { checkId }: { checkId: string },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { db, queue, log } = anyContext
  const placed = await findPlacedCheck(db, checkId)
  if (!placed || placed.check.concludedAt !== null) return
  const clients = anyContext.clients.as(priorityOf(placed.check))
  const context: GitHubContext = { ...anyContext, clients }
  const { check } = placed
  // `postpone` is safe, because no other job with this key runs at the same time.
  const later = (until: Date) =>
    queue.postpone(
      db,
      'tell-check',
      { checkId },
      { key: checkId, startAfter: until, isPayloadKept: true, priority: tellPriority(check) },
    )
  const now = new Date()
  if (madeElsewhereUntil(check, now)) return later(new Date(now.getTime() + lookAgainMs))
  if (check.retryAt && check.retryAt > now) return later(check.retryAt)
  const installed = installedAt(placed)
  // If the app has no access, the check waits until `resume-checks.ts` continues it.
  if (!installed) return
  const refused = async (because: string) => {
    const until = await noteRefusal(context, check, because)
    if (until) await later(until)
  }
  try {
    const told = await withRepositoryToken(clients, installed, tokenRights.tellChecks, signal, (octokit, at) =>
      tell(context, { octokit, at, installed, signal }, check),
    )
    if (told === undefined) await refused('GitHub returned no token for the repository')
  } catch (error) {
    const problem = githubProblem(error)
    switch (problem?.kind) {
      case 'limited':
        log.warn({ checkId, until: problem.until }, 'check run update postponed: GitHub rate limit reached')
        return later(problem.until)
      case 'gone':
      case 'refused':
        return refused(refusalText(problem))
      default:
        throw error
    }
  }
}

/**
 * Publishes the changes since the last update. Returns true, so that the caller can distinguish success from missing
 * access.
 */
async function tell(context: GitHubContext, place: Place, { id }: GithubCheck): Promise<true> {
  const { db, app, queue } = context
  const { octokit, at, installed, signal } = place
  // Reads the check again, because an earlier attempt may have been interrupted.
  const check = await findGithubCheck(db, id)
  if (!check || check.concludedAt !== null) return true
  const comparisons = await comparisonsOfCheck(db, check)
  const content = await checkContent(context, comparisons, checkReads(context, installed, check.headSha, signal))
  const digest = digestOf(content)
  const isEnd = content.status === 'completed'
  if (digest === check.publishedDigest) {
    if (isEnd)
      await updateSameCheck(
        db,
        check,
        { concludingAt: check.concludingAt ?? new Date(), ...concludedWith(content) },
        { inRevision: true },
      )
    return true
  }
  if (isEnd && !(await mayConclude(context, check, place))) return true
  const known = check.checkRunId ?? (mayBeMade(check) ? await findRun(octokit, at, check, app.id) : undefined)
  if (known === undefined) await updateSameCheck(db, check, { publishedDigest: beingMade })
  const checkRunId = known ?? (await createRun(octokit, at, check, content))
  const isTold = known === undefined && content.status === 'queued'
  await updateSameCheck(db, check, { checkRunId, ...accepted, ...(isTold && { publishedDigest: digest }) })
  if (isTold) return true
  if (!isEnd) {
    if (!(await showProgress(place, checkRunId, content))) return true
    await updateSameCheck(db, check, { ...accepted, publishedDigest: digest }, { inRevision: true })
    return true
  }
  // From here on, GitHub may have the conclusion. Later changes create a new run, and this one is concluded anyway.
  if (!(await updateSameCheck(db, check, { concludingAt: new Date() }, { inRevision: true }))) return true
  await conclude(context, place, { check, checkRunId, content, isNew: known === undefined })
  await settleOtherRuns(octokit, at, {
    check,
    checkRunId,
    appId: app.id,
    shown: { ...shownIn(content), status: content.status, output: content.output },
  })
  for (const scanId of content.uploadedScanIds ?? [])
    await queue.enqueue(db, 'upload-code-scanning', { checkId: check.id, scanId })
  if (content.hasPullNotes) {
    const { repositoryId } = check
    await queue.enqueue(db, 'write-pull-notes', { checkId: check.id, repositoryId }, { key: String(repositoryId) })
  }
  // If the check got a new run in the meantime, this has no effect, and the job for the new run publishes it.
  await updateSameCheck(
    db,
    check,
    { ...accepted, publishedDigest: digest, ...concludedWith(content) },
    { inRevision: true },
  )
  return true
}

/** Sends an update before the conclusion. Returns false, without sending it, if the budget is needed for more. */
async function showProgress({ octokit, at }: Place, checkRunId: number, content: CheckContent): Promise<boolean> {
  try {
    await octokit.rest.checks.update({
      ...at,
      check_run_id: checkRunId,
      ...shownIn(content),
      output: content.output,
      request: { priority: githubPriorities.background },
    })
    return true
  } catch (error) {
    if (error instanceof GitHubLimited && error.isHeldBack) return false
    throw error
  }
}

const accepted = { refusals: 0, retryAt: null }

/**
 * Returns the columns to store for a conclusion received by GitHub. The two equal times mark it as the conclusion of
 * this run.
 */
function concludedWith({ conclusion = 'neutral', failingFindings }: CheckContent) {
  const now = new Date()
  return { concludedAt: now, conclusion, failingFindings: failingFindings ?? null, conclusionAt: now }
}

/**
 * Reports whether the conclusion can be sent: all merge bases are current, and GitHub has no other pull requests with
 * the commit.
 */
async function mayConclude(context: GitHubContext, check: GithubCheck, { installed, signal }: Place): Promise<boolean> {
  const { db, queue } = context
  if (await confirmPulls(context, { check, installed, signal })) return false
  const counting = countingComparisons(await comparisonsOfCheck(db, check))
  if (counting.every(({ baseMovedAt }) => baseMovedAt === null)) return true
  await enqueueAdvance(queue, db, check)
  return false
}

interface Conclusion {
  readonly check: GithubCheck
  readonly checkRunId: number
  readonly content: CheckContent
  readonly isNew: boolean
}

/**
 * Sends the conclusion. Omits the details if GitHub has rejected the check several times and rejects these details
 * again.
 */
async function conclude(context: GitHubContext, place: Place, conclusion: Conclusion): Promise<void> {
  try {
    await concludeWholly(context, place, conclusion)
  } catch (error) {
    const { check, checkRunId, content } = conclusion
    if (check.refusals < plainAfterRefusals || githubProblem(error)?.kind !== 'refused') throw error
    const plain = {
      title: content.output.title,
      summary: 'GitHub rejected the summary of this check. The scan report contains the full text.',
    }
    await place.octokit.rest.checks.update({
      ...place.at,
      check_run_id: checkRunId,
      ...shownIn(content),
      output: plain,
    })
  }
}

/** Sends the missing annotations, then the conclusion. */
async function concludeWholly(
  { db }: GitHubContext,
  { octokit, at }: Place,
  { check, checkRunId, content, isNew }: Conclusion,
): Promise<void> {
  const { output, annotations: batches } = content
  // Each request appends its annotations. Annotations that were sent before a worker died are not sent again.
  const sentBefore = isNew || batches.length === 0 ? 0 : await countAnnotations(octokit, at, checkRunId)
  for (
    let sent = Math.max(sentBefore, check.annotationsSent), batch = batchAfter(batches, sent);
    batch !== undefined;
    batch = batchAfter(batches, sent)
  ) {
    await octokit.rest.checks.update({
      ...at,
      check_run_id: checkRunId,
      output: { ...output, annotations: [...batch] },
    })
    sent += batch.length
    await updateSameCheck(db, check, { annotationsSent: sent })
  }
  await octokit.rest.checks.update({ ...at, check_run_id: checkRunId, ...shownIn(content), output })
}

/**
 * Returns the status fields of an update. A run is created as queued, and no update sends that status, because the run
 * may already be in progress.
 */
function shownIn({ status, conclusion, detailsUrl }: CheckContent) {
  return {
    ...(status !== 'queued' && { status }),
    ...(conclusion && { conclusion, completed_at: new Date().toISOString() }),
    ...(detailsUrl && { details_url: detailsUrl }),
  }
}

function batchAfter(
  batches: CheckContent['annotations'],
  sent: number,
): CheckContent['annotations'][number] | undefined {
  let before = 0
  for (const batch of batches) {
    if (before >= sent) return batch
    before += batch.length
  }
  return undefined
}

function refusalText(problem: Extract<GitHubProblem, { kind: 'gone' | 'refused' }>): string {
  return problem.kind === 'refused'
    ? `GitHub rejected the request: ${problem.message}`
    : 'GitHub cannot find the commit or the check run, or the app has no permission to write checks'
}

/**
 * Records a rejection and returns the time of the next attempt. Undefined after the last one: a commit or run rejected
 * by GitHub for a day is considered deleted.
 */
async function noteRefusal({ db, log }: GitHubContext, check: GithubCheck, because: string): Promise<Date | undefined> {
  const refusals = check.refusals + 1
  const pauseMs = pauseAfterRefusalMs(refusals)
  const now = new Date()
  if (pauseMs === undefined) {
    log.warn({ checkId: check.id, because }, 'check abandoned: GitHub rejected it for a day')
    await updateSameCheck(db, check, { concludingAt: now, concludedAt: now, endedBecause: because })
    return undefined
  }
  log.debug({ checkId: check.id, because, refusals }, 'check run content rejected by GitHub, retry scheduled')
  const retryAt = new Date(now.getTime() + pauseMs)
  await updateSameCheck(db, check, { refusals, retryAt })
  return retryAt
}
