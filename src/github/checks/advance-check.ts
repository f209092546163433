import type { Database } from '../../db/client.ts'
import { findGithubCheck, type GithubCheck, lockGithubCheck, updateGithubCheck } from '../../db/github-checks.ts'
import { findGithubRepository, type GithubRepository } from '../../db/github-repositories.ts'
import { findScanById } from '../../db/scans.ts'
import { limits } from '../../model/limits.ts'
import { requestScan } from '../../scan/request-scan.ts'
import { parseTarget } from '../../sources/accept-url.ts'
import type { GitHubContext } from '../github-event.ts'
import { repositoryUrl } from '../installed-repositories.ts'
import { tokenRights } from '../permissions.ts'
import { type Comparison, compareCommits } from './comparison.ts'
import { endCheck } from './end-check.ts'
import { githubProblem } from './github-problem.ts'
import { installedAt } from './installed-at.ts'
import { speakIn } from './speak-in.ts'

/**
 * A job: brings a check one step on: from the event to the scan of what it is compared with, from there to the scan of the
 * commit, from there to the conclusion. Runs when the check is made and whenever a scan that it waits for has ended.
 */
export async function advanceCheck(context: GitHubContext, { checkId, force }: { checkId: string; force: boolean }, { signal }: { signal: AbortSignal }): Promise<void> {
  const { db, app, queue } = context
  const check = await findGithubCheck(db, checkId)
  const repository = check && (await findGithubRepository(db, { host: app.host, repositoryId: check.repositoryId }))
  if (!check || !repository) return
  const later = (until: Date) => queue.enqueue(db, 'advance-check', { checkId, force }, { startAfter: until })
  try {
    const comparison = check.state === 'queued' ? await comparisonOf(context, check, repository, signal) : undefined
    const isFull = await db.transaction(async (tx) => {
      const current = await lockGithubCheck(tx, checkId)
      return current?.state === check.state ? step(context, tx, { check: current, repository, comparison, force }) : false
    })
    if (isFull) await later(new Date(Date.now() + limits.queue.retrySeconds * 1_000))
  } catch (error) {
    const problem = githubProblem(error)
    if (problem?.kind === 'limited') return later(problem.until)
    throw error
  }
}

/** What lies between the commits of a check; undefined when there is nothing to compare with, or nothing can be said. */
async function comparisonOf({ db, clients, app }: GitHubContext, { baseSha, headSha }: GithubCheck, repository: GithubRepository, signal: AbortSignal): Promise<Comparison | undefined> {
  if (baseSha === null) return undefined
  const installed = await installedAt(db, app.host, repository)
  return installed && (await speakIn(clients, installed, tokenRights.readContents, signal, (octokit) => compareCommits(octokit, installed, { base: baseSha, head: headSha })))
}

interface Step {
  readonly check: GithubCheck
  readonly repository: GithubRepository
  readonly comparison: Comparison | undefined
  readonly force: boolean
}

/** One step, as part of `tx`; true when the queue of scans is full and the step has to wait. */
async function step(context: GitHubContext, tx: Database, { check, repository, comparison, force }: Step): Promise<boolean> {
  switch (check.state) {
    case 'queued': {
      const baseSha = comparison?.mergeBase ?? null
      const changedLines = comparison?.changedLines ?? null
      const scan = await request(context, tx, repository, { commit: baseSha ?? check.headSha, force: force && baseSha === null })
      if (typeof scan === 'string') return true
      await updateGithubCheck(tx, check.id, { baseSha, changedLines, ...(baseSha === null ? { state: 'scanning-head', headScanId: scan.id } : { state: 'scanning-base', baseScanId: scan.id }) })
      return false
    }
    case 'scanning-base': {
      if (!(await hasEnded(tx, check.baseScanId))) return false
      const scan = await request(context, tx, repository, { commit: check.headSha, baseline: check.baseSha ?? undefined, force })
      if (typeof scan === 'string') return true
      await updateGithubCheck(tx, check.id, { state: 'scanning-head', headScanId: scan.id })
      await context.queue.enqueue(tx, 'tell-check', { checkId: check.id }, { key: check.id })
      return false
    }
    case 'scanning-head': {
      if (!(await hasEnded(tx, check.headScanId))) return false
      if (check.headScanId === null) await endCheck(context, tx, check, { state: 'abandoned', because: 'The scan was removed before it was done.' })
      else {
        await updateGithubCheck(tx, check.id, { state: 'completed' })
        await context.queue.enqueue(tx, 'tell-check', { checkId: check.id }, { key: check.id })
      }
      return false
    }
    default:
      return false
  }
}

/** A scan that is gone has ended too. */
async function hasEnded(tx: Database, scanId: string | null): Promise<boolean> {
  const scan = scanId === null ? undefined : await findScanById(tx, scanId)
  return !scan || scan.status === 'completed' || scan.status === 'failed'
}

async function request(context: GitHubContext, tx: Database, { host, ownerLogin, name, accountId, repositoryId }: GithubRepository, scan: { commit: string; baseline?: string | undefined; force: boolean }) {
  const url = repositoryUrl(host, ownerLogin, name)
  return requestScan({ ...context, db: tx }, { accountId, url, target: parseTarget(url, { branch: scan.commit }), failOn: 'high', baseline: scan.baseline, force: scan.force, githubRepositoryId: repositoryId })
}
