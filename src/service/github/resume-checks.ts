import {
  findCheckIdOfCommit,
  removeLeftRun,
  removeOldLeftRuns,
  takeConcludedByVersionBefore,
  takeLeftRuns,
  takeNeglectedChecks,
} from '../db/github/checks.ts'
import { takeMovedBases } from '../db/github/comparisons.ts'
import { promoteLongWaiting } from '../db/scans/queue.ts'
import { showAgain } from './checks/change-comparisons.ts'
import { githubProblem } from './checks/github-problem.ts'
import { githubAppLimits } from './github-app-limits.ts'
import { installedAt } from './checks/installed-at.ts'
import { endLeftRuns } from './checks/run-at-github.ts'
import { withRepositoryToken } from './checks/with-repository-token.ts'
import type { GitHubContext } from './github-event.ts'
import { tokenRights } from './permissions.ts'

export const resumeChecksCron = '* * * * *'

/**
 * Minimum time of inactivity. Longer than a step without retries. Together with the minute between two runs and the
 * duration of a request, this ensures that an open run without a job is concluded within five minutes.
 */
const neglectedMs = 2 * 60_000
/** Limits per run. An installation with more open checks continues in the next run and does not delay others. */
const maxChecks = 500
const maxChecksOfInstallation = 100
const maxMovedBases = 200
/**
 * Maximum number of moved bases per run and installation. Each takes a request. This adds up to 1,800 requests per
 * hour, of the 5,000 that GitHub grants to an installation.
 */
const maxMovedBasesOfInstallation = 30
/** Maximum number of left runs to conclude per run. Each takes at least two requests to GitHub. */
const maxLeftRuns = 20
const leftRunRetryMs = 4 * 60_000
/**
 * Age after which GitHub marks an open run as stale. See
 * https://docs.github.com/en/rest/guides/using-the-rest-api-to-interact-with-checks
 */
const staleMs = 14 * 24 * 60 * 60_000

/**
 * Job handler: resumes open checks without recent activity, and pull requests whose base moved. Also resumes checks
 * that a worker running the previous version concluded, and runs that were open when the app lost access to their
 * repository. Raises the priority of scans that have waited for long.
 */
export async function resumeChecks(context: GitHubContext, now: Date, signal: AbortSignal): Promise<void> {
  const { db, queue } = context
  const before = new Date(now.getTime() - neglectedMs)
  await db.transaction(async (tx) => {
    for (const checkId of await takeConcludedByVersionBefore(tx, { before, most: maxChecksOfInstallation }))
      await showAgain(context, tx, checkId)
    for (const checkId of await takeNeglectedChecks(tx, {
      before,
      now,
      most: maxChecks,
      maxOfInstallation: maxChecksOfInstallation,
    })) {
      await queue.enqueue(tx, 'advance-check', { checkId, force: false }, { key: checkId })
      await queue.enqueue(tx, 'tell-check', { checkId }, { key: checkId })
    }
    for (const checkId of await takeMovedBases(tx, {
      now,
      most: maxMovedBases,
      maxOfInstallation: maxMovedBasesOfInstallation,
    }))
      await queue.enqueue(tx, 'advance-check', { checkId, force: false }, { key: checkId })
  })
  await promoteLongWaiting(db, githubAppLimits.maxScanWaitMs)
  await removeOldLeftRuns(db, new Date(now.getTime() - staleMs))
  await concludeLeftRuns(context, now, signal)
}

async function concludeLeftRuns(
  { db, clients, app, log }: GitHubContext,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const taken = await db.transaction((tx) =>
    takeLeftRuns(tx, { now, retryAt: new Date(now.getTime() + leftRunRetryMs), most: maxLeftRuns }),
  )
  for (const { run, ...place } of taken) {
    const installed = installedAt(place)
    if (!installed) continue
    try {
      const left = {
        headSha: run.headSha,
        appId: app.id,
        because: 'The app lost access to the repository before the scan finished.',
        checkNow: () => findCheckIdOfCommit(db, run),
      }
      const ended = await withRepositoryToken(clients, installed, tokenRights.tellChecks, signal, (octokit, at) =>
        endLeftRuns(octokit, at, left),
      )
      if (ended !== undefined) await removeLeftRun(db, run)
    } catch (error) {
      // Retried in a few minutes, like all work of this job.
      if (!githubProblem(error)) throw error
      log.debug({ err: error, repositoryId: run.repositoryId }, 'open check run not concluded')
    }
  }
}
