import type { Database } from '../../db/client.ts'
import { findPlacedCheck, type GithubCheck, lockGithubCheck, updateGithubCheck } from '../../db/github-checks.ts'
import { type GithubRepository, upsertGithubRepositories } from '../../db/github-repositories.ts'
import { findScanById, type ScanRow } from '../../db/scans.ts'
import { limits } from '../../model/limits.ts'
import { requestScan } from '../../scan/request-scan.ts'
import { parseTarget } from '../../sources/accept-url.ts'
import type { InstalledRepository } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { repositoryUrl } from '../installed-repositories.ts'
import type { Comparison } from './comparison.ts'
import { comparisonOf } from './comparison-of-check.ts'
import { endCheck } from './end-check.ts'
import { githubProblem } from './github-problem.ts'
import { installedAt } from './installed-at.ts'
import { isOfOtherAdvisories, isWorthAnother } from './scan-again.ts'

interface Advance {
  readonly checkId: string
  /** Reuse no earlier result. */
  readonly force: boolean
}

/**
 * A job: brings a check one step on: from the event to the scan of what it is compared with, from there to the scan of the
 * commit, from there to the conclusion. Runs when the check is made and whenever a scan that it waits for has ended. Two at
 * once do no step twice.
 */
export async function advanceCheck(context: GitHubContext, { checkId, force }: Advance, { signal }: { signal: AbortSignal }): Promise<void> {
  const { db, queue } = context
  const placed = await findPlacedCheck(db, checkId)
  if (!placed || placed.check.concludedAt !== null) return
  const { check, repository } = placed
  const installed = installedAt(placed)
  // One that waits stands for all that come meanwhile, and keeps what it was told of force unless this one forces.
  const later = (until: Date) => db.transaction(async (tx) => {
    await lockGithubCheck(tx, checkId)
    await queue.postpone(tx, 'advance-check', { checkId, force }, { key: checkId, startAfter: until, isPayloadKept: !force })
  })
  try {
    const compared = installed && check.state === 'queued' ? await comparisonOf(context, check, installed, signal) : undefined
    const waitMs = await db.transaction(async (tx) => {
      const current = await lockGithubCheck(tx, checkId)
      if (!current || current.state !== check.state || current.createdAt.getTime() !== check.createdAt.getTime() || current.baseSha !== check.baseSha) return undefined
      if (!repository || !installed || (check.state === 'queued' && !compared)) return void (await endCheck(context, tx, current, { state: 'abandoned', because: 'The app has no access to the repository any more.' }))
      const named = { ...repository, ...installed, ...(compared?.at && { owner: compared.at.owner, name: compared.at.repo }) }
      // A rename that was not heard of yet.
      if (named.name !== repository.name) await upsertGithubRepositories(tx, [{ ...repository, name: named.name }])
      return step(context, tx, { check: current, repository: named, comparison: compared?.comparison, force })
    })
    if (waitMs !== undefined) await later(new Date(Date.now() + waitMs))
  } catch (error) {
    const problem = githubProblem(error)
    if (problem?.kind === 'limited') return later(problem.until)
    throw error
  }
}

interface Step {
  readonly check: GithubCheck
  readonly repository: GithubRepository & InstalledRepository
  readonly comparison: Comparison | undefined
  readonly force: boolean
}

/** One step, as part of `tx`; when it has to wait, for how many milliseconds. */
async function step(context: GitHubContext, tx: Database, { check, repository, comparison, force }: Step): Promise<number | undefined> {
  const scanHead = async (base: ScanRow | undefined) => {
    const scan = await request(context, tx, repository, { commit: check.headSha, baseline: base?.target.type === 'git' ? base.target.ref : undefined, force: force || base?.force === true })
    if (typeof scan === 'string') return fullQueueMs
    await updateGithubCheck(tx, check.id, { state: 'scanning-head', headScanId: scan.id })
    await context.queue.enqueue(tx, 'tell-check', { checkId: check.id }, { key: check.id })
    return undefined
  }
  switch (check.state) {
    case 'queued': {
      if (comparison === undefined) return scanHead(undefined)
      const scan = await request(context, tx, repository, { commit: comparison.mergeBase, force })
      if (typeof scan === 'string') return fullQueueMs
      await updateGithubCheck(tx, check.id, { state: 'scanning-base', baseScanId: scan.id, changedLines: comparison.changedLines })
      return undefined
    }
    case 'scanning-base': {
      const base = await scanOf(tx, check.baseScanId)
      if (base && !hasEnded(base)) return undefined
      if (base && isWorthAnother(base, check)) return again(context, tx, check)
      return scanHead(base)
    }
    case 'scanning-head': {
      const head = await scanOf(tx, check.headScanId)
      if (head && !hasEnded(head)) return undefined
      if (!head) await endCheck(context, tx, check, { state: 'abandoned', because: 'The scan was removed before it was done.' })
      else if (isWorthAnother(head, check) || isOfOtherAdvisories(await scanOf(tx, check.baseScanId), head, check)) return again(context, tx, check)
      else {
        await updateGithubCheck(tx, check.id, { state: 'completed' })
        await context.queue.enqueue(tx, 'tell-check', { checkId: check.id }, { key: check.id })
      }
      return undefined
    }
    default:
      return undefined
  }
}

const fullQueueMs = limits.queue.retrySeconds * 1_000

/** Begins anew after a while: what was found out by then is reused. */
async function again({ queue }: GitHubContext, tx: Database, { id }: GithubCheck): Promise<number> {
  await updateGithubCheck(tx, id, { state: 'queued', baseScanId: null, headScanId: null })
  await queue.enqueue(tx, 'tell-check', { checkId: id }, { key: id })
  return limits.queue.retrySeconds * 1_000
}

/** A scan that is gone is undefined, and has ended too. */
async function scanOf(tx: Database, scanId: string | null): Promise<ScanRow | undefined> {
  return scanId === null ? undefined : findScanById(tx, scanId)
}

const hasEnded = ({ status }: ScanRow) => status === 'completed' || status === 'failed'

async function request(context: GitHubContext, tx: Database, { host, owner, name, accountId, repositoryId }: Step['repository'], scan: { commit: string; baseline?: string | undefined; force: boolean }) {
  const url = repositoryUrl(host, owner, name)
  return requestScan({ ...context, db: tx }, { accountId, url, target: parseTarget(url, { branch: scan.commit }), failOn: 'high', baseline: scan.baseline, force: scan.force, githubRepositoryId: repositoryId })
}
