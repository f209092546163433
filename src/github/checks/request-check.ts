import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/client.ts'
import { type GithubCheck, insertGithubCheck, isUnfinishedCheck, listOtherChecksOfPull, listUnfinishedChecksOfPull, lockGithubCheckOfCommit, updateGithubCheck } from '../../db/github-checks.ts'
import type { Queue } from '../../queue/queue.ts'
import type { GitHubContext } from '../github-event.ts'
import { endCheck } from './end-check.ts'
import { beingMadeFrom } from './making.ts'

/** A commit that should have a check, and what is known of why. */
export interface CheckRequest extends Pick<GithubCheck, 'repositoryId' | 'headSha' | 'baseSha' | 'baseRef' | 'cause'>, Partial<Pick<GithubCheck, 'pullNumber' | 'isFork' | 'isQuiet'>> {
  /** When GitHub says that it was asked for; absent: now. */
  readonly at?: Date
}

type CheckContext = Pick<GitHubContext, 'app' | 'queue' | 'announceScanEnd'>

/** A pull request's commit, and when GitHub says that it was told of. */
interface PullCommit {
  readonly repositoryId: number
  readonly pullNumber: number
  readonly headSha: string
  readonly at: Date
}

/** GitHub tells times in seconds: within one, what came later counts as later. */
const resolutionMs = 999

/**
 * Sees to it that a commit has a check, as part of `tx`. One commit has one: what a pull request asks counts more than
 * what a push asks, and the same asked again changes nothing. Resolves to a check that was stored just now: the caller
 * begins it (`begin-check.ts`) once `tx` is committed, and for as long nobody else makes its run.
 */
export async function requestCheck({ app, queue }: CheckContext, tx: Database, { at, ...request }: CheckRequest): Promise<GithubCheck | undefined> {
  const now = new Date()
  const createdAt = at && at < now ? at : now
  const inserted = await insertGithubCheck(tx, { ...request, id: randomUUID(), host: app.host, state: 'queued', authorMayWrite: request.isFork !== true, toldDigest: beingMadeFrom(now), createdAt, changedAt: now })
  if (inserted) return inserted
  const existing = await lockGithubCheckOfCommit(tx, { host: app.host, repositoryId: request.repositoryId, headSha: request.headSha })
  if (!existing) return undefined
  if (isAnsweredBy(existing, request)) {
    // Whoever stored it may have died before it was begun.
    if (existing.checkRunId === null && existing.concludedAt === null) await startCheck(queue, tx, existing.id)
    return undefined
  }
  const asked = { pullNumber: null, isFork: false, isQuiet: false, ...request }
  await restartCheck({ queue }, tx, existing, { ...asked, authorMayWrite: !asked.isFork, ...(existing.concludedAt !== null && createdAt > existing.createdAt && { createdAt }) })
  return undefined
}

/**
 * Makes a check anew. What has been concluded gets a check run of its own, so that it still says what it said; one that
 * GitHub waits for goes on, since nobody would conclude it otherwise.
 */
export async function restartCheck({ queue }: { readonly queue: Queue }, tx: Database, { id, concludedAt, createdAt }: GithubCheck, change: Partial<GithubCheck> = {}, { force = false } = {}): Promise<void> {
  const cleared = { state: 'queued', endedBecause: null, baseScanId: null, headScanId: null, changedLines: null, concludedAt: null } as const
  // A time of its own tells one making from another; that of the event stays in it, by which pull requests order their commits.
  const anew = concludedAt === null ? {} : { checkRunId: null, toldDigest: null, annotationsSent: 0, createdAt: new Date(createdAt.getTime() + 1) }
  await updateGithubCheck(tx, id, { ...cleared, ...anew, ...change })
  await startCheck(queue, tx, id, { force })
}

/** Ends the checks of a pull request's earlier commits: a newer one has come. False when a later commit was told of before, so that this one needs no check: events come in any order. */
export async function supersedeChecksOfPull(context: CheckContext, tx: Database, { at, ...commit }: PullCommit): Promise<boolean> {
  const after = new Date(at.getTime() + resolutionMs)
  const others = await listOtherChecksOfPull(tx, { ...commit, host: context.app.host, after })
  if (others.some(({ createdAt }) => createdAt > after)) return false
  for (const check of others.filter(isUnfinishedCheck)) await endCheck(context, tx, check, { state: 'superseded', because: `A newer commit was pushed: ${commit.headSha.slice(0, 10)} is checked instead.` })
  return true
}

/** Ends the checks of a pull request that was closed before they were done. */
export async function abandonChecksOfPull(context: CheckContext, tx: Database, { repositoryId, pullNumber }: { repositoryId: number; pullNumber: number }): Promise<void> {
  const open = await listUnfinishedChecksOfPull(tx, { host: context.app.host, repositoryId, pullNumber })
  for (const check of open) await endCheck(context, tx, check, { state: 'abandoned', because: 'The pull request was closed before the scan was done.' })
}

async function startCheck(queue: Queue, tx: Database, checkId: string, { force = false } = {}): Promise<void> {
  // A run that is not there yet comes before all news of runs that are.
  await queue.enqueue(tx, 'tell-check', { checkId }, { key: checkId, priority: 1 })
  await queue.enqueue(tx, 'advance-check', { checkId, force }, { key: checkId })
}

/** Whether a check that is there, running or ended by itself, says what is asked for. Of pushes the first one does: what a commit brought was told with it. */
function isAnsweredBy(existing: GithubCheck, { cause, baseSha, pullNumber = null }: CheckRequest): boolean {
  if (existing.state === 'superseded' || existing.state === 'abandoned') return false
  if (rank[existing.cause] !== rank[cause]) return rank[existing.cause] > rank[cause]
  return cause === 'push' || (existing.baseSha === baseSha && existing.pullNumber === pullNumber)
}

const rank = { installation: 0, push: 1, pull_request: 2, merge_group: 3 } as const
