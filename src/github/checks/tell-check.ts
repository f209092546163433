import type { Octokit } from '@octokit/rest'
import { findGithubCheck, findPlacedCheck, type GithubCheck, updateSameCheck } from '../../db/github-checks.ts'
import type { SettingsFile } from '../../project-settings/settings-file.ts'
import type { RepositoryClient } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import { baseSettings } from './base-settings.ts'
import { type CheckContent, checkContent, digestOf } from './check-content.ts'
import { githubProblem } from './github-problem.ts'
import { installedAt } from './installed-at.ts'
import { beingMade, madeElsewhereUntil, mayBeMade } from './making.ts'
import { countAnnotations, createRun, findRun } from './run-at-github.ts'
import { speakIn } from './speak-in.ts'

/** How soon it is looked again whether somebody else has made the run. */
const lookAgainMs = 1_000

/**
 * A job: makes GitHub show of a check what is so now. It may be tried again at any point: the check run is found by its
 * `external_id`, and what was sent is not sent twice.
 */
export async function tellCheck(context: GitHubContext, { checkId }: { checkId: string }, { signal }: { signal: AbortSignal }): Promise<void> {
  const { db, clients, queue, log } = context
  const placed = await findPlacedCheck(db, checkId)
  if (!placed || placed.check.concludedAt !== null) return
  const { check } = placed
  // This one runs: no other of its key does.
  const later = (until: Date) => queue.postpone(db, 'tell-check', { checkId }, { key: checkId, startAfter: until, isPayloadKept: true })
  const now = new Date()
  if (madeElsewhereUntil(check, now)) return later(new Date(now.getTime() + lookAgainMs))
  const installed = installedAt(placed)
  if (!installed) return giveUp(context, check, 'the app has no access to the repository any more')
  try {
    const told = await speakIn(clients, installed, tokenRights.tellChecks, signal, (octokit, at) => tell(context, octokit, at, check, () => baseSettings(context, installed, check.baseRef, signal)))
    if (told === undefined) await giveUp(context, check, 'the app has no access to the repository any more')
  } catch (error) {
    const problem = githubProblem(error)
    switch (problem?.kind) {
      case 'limited':
        log.warn({ checkId, until: problem.until }, 'GitHub limits how often it is told: a check waits')
        return later(problem.until)
      case 'gone':
        return giveUp(context, check, 'the commit, the repository or the right to write checks is gone')
      case 'refused':
        return giveUp(context, check, `GitHub does not take it: ${problem.message}`)
      default:
        throw error
    }
  }
}

/** Tells what has changed since GitHub was told last. True, to tell it from a missing right. */
async function tell(context: GitHubContext, octokit: Octokit, at: RepositoryClient['at'], { id }: GithubCheck, settingsOfBase: () => Promise<SettingsFile>): Promise<true> {
  const { db, app, queue } = context
  // As it is now: an attempt before this one may have got half-way.
  const check = await findGithubCheck(db, id)
  if (!check || check.concludedAt !== null) return true
  const content = await checkContent(context, check, settingsOfBase)
  const digest = digestOf(content)
  if (digest === check.toldDigest) return true
  const { status, conclusion, output, annotations, detailsUrl } = content
  const shown = { status, ...(conclusion && { conclusion, completed_at: new Date().toISOString() }), ...(detailsUrl && { details_url: detailsUrl }) }
  const known = check.checkRunId ?? (mayBeMade(check) ? await findRun(octokit, at, check, app.id) : undefined)
  if (known === undefined) await updateSameCheck(db, check, { toldDigest: beingMade })
  const checkRunId = known ?? (await createRun(octokit, at, check, content))
  const isTold = known === undefined && status === 'queued'
  await updateSameCheck(db, check, { checkRunId, ...(isTold && { toldDigest: digest }) })
  if (isTold) return true
  // Annotations are added by each request that has some: what was sent before a worker died is not sent again.
  const sentBefore = known === undefined || annotations.length === 0 ? 0 : await countAnnotations(octokit, at, checkRunId)
  for (let sent = Math.max(sentBefore, check.annotationsSent), batch = batchAfter(annotations, sent); batch !== undefined; batch = batchAfter(annotations, sent)) {
    await octokit.rest.checks.update({ ...at, check_run_id: checkRunId, output: { ...output, annotations: [...batch] } })
    sent += batch.length
    await updateSameCheck(db, check, { annotationsSent: sent })
  }
  await octokit.rest.checks.update({ ...at, check_run_id: checkRunId, ...shown, output })
  if (content.uploadedScanId !== undefined) await queue.enqueue(db, 'upload-code-scanning', { checkId: check.id, scanId: content.uploadedScanId })
  // Where the check has gone on or was made anew meanwhile, that is still to be told, by the job that came with it.
  await updateSameCheck(db, check, { toldDigest: digest, ...(status === 'completed' && { concludedAt: new Date() }) }, { inState: true })
  return true
}

function batchAfter(batches: CheckContent['annotations'], sent: number): CheckContent['annotations'][number] | undefined {
  let before = 0
  for (const batch of batches) {
    if (before >= sent) return batch
    before += batch.length
  }
  return undefined
}

/** Nobody is left to tell. */
async function giveUp({ db, log }: GitHubContext, check: GithubCheck, because: string): Promise<void> {
  log.warn({ checkId: check.id, because }, 'a check is not told to GitHub any more')
  await updateSameCheck(db, check, { concludedAt: new Date(), ...(check.state !== 'completed' && { state: 'abandoned' as const }), endedBecause: because })
}
