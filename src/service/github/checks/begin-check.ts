import { updateSameCheck } from '../../db/github/checks.ts'
import type { GitHubContext, NewCheck } from '../github-event.ts'
import { GitHubLimited } from '../github-limits.ts'
import { tokenRights } from '../permissions.ts'
import { checkContent, digestOf } from './check-content.ts'
import { enqueueAdvance, enqueueTell } from './check-jobs.ts'
import { noReads } from './check-reads.ts'
import { comparisonsOfCheck } from './comparisons-of-check.ts'
import { beingMade, leftToMakeMs } from './making.ts'
import { createRun } from './run-at-github.ts'
import { withRepositoryToken } from './with-repository-token.ts'

/**
 * Creates the run of a newly stored check, then enqueues the check. Users therefore see the run immediately, and no job
 * delays it. If GitHub does not create the run immediately, the job in `publish-check-run.ts` creates it and also
 * handles rejections.
 */
export async function beginCheck(context: GitHubContext, newCheck: NewCheck, signal: AbortSignal): Promise<void> {
  const { db, queue } = context
  const { check } = newCheck
  const outcome = await makeRun(context, newCheck, signal)
  const made = typeof outcome === 'string' ? undefined : outcome
  // If no request was sent, the job does not have to search for the run.
  if (!made) await updateSameCheck(db, check, { publishedDigest: outcome === 'not sent' ? null : beingMade })
  if (!made?.digest) await enqueueTell(queue, db, check, { isNewRun: true })
  await enqueueAdvance(queue, db, check)
  // Stored last, because a redelivered event treats a check with a run ID as started.
  if (made) await updateSameCheck(db, check, { checkRunId: made.checkRunId, publishedDigest: made.digest })
}

/** A run that was created on GitHub, as queued. */
interface MadeRun {
  readonly checkRunId: number
  /**
   * Digest of the run's content. Null if the check has ended since it was stored, for example because of a newer
   * commit. In that case, the run must be updated.
   */
  readonly digest: string | null
}

/** Creates the run. */
async function makeRun(
  context: GitHubContext,
  { check, installed }: NewCheck,
  signal: AbortSignal,
): Promise<MadeRun | 'not sent' | 'unknown'> {
  const content = await checkContent(context, await comparisonsOfCheck(context.db, check), noReads)
  // The time is counted from when the check was stored, because a hanging database or process may have used up some of
  // it.
  const leftMs = leftToMakeMs(check, new Date())
  if (leftMs === 0) return 'unknown'
  const soon = AbortSignal.any([signal, AbortSignal.timeout(leftMs)])
  try {
    const checkRunId = await withRepositoryToken(
      context.clients,
      installed,
      tokenRights.tellChecks,
      soon,
      (octokit, at) => createRun(octokit, at, check, content, soon),
    )
    return checkRunId === undefined
      ? 'unknown'
      : { checkRunId, digest: content.status === 'queued' ? digestOf(content) : null }
  } catch (error) {
    signal.throwIfAborted()
    context.log.debug({ err: error, checkId: check.id }, 'check run not created immediately')
    return error instanceof GitHubLimited && error.isHeldBack ? 'not sent' : 'unknown'
  }
}
