import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/client.ts'
import { type GithubCheck, insertGithubCheck, listUnfinishedChecksOfPull, lockGithubCheckOfCommit, updateGithubCheck } from '../../db/github-checks.ts'
import type { Queue } from '../../queue/queue.ts'
import type { GitHubContext } from '../github-event.ts'
import { endCheck } from './end-check.ts'

/** A commit that should have a check run, and what is known of why. */
export type CheckRequest = Pick<GithubCheck, 'repositoryId' | 'headSha' | 'baseSha' | 'baseRef' | 'cause'> & Partial<Pick<GithubCheck, 'pullNumber' | 'isFork' | 'isQuiet'>>

type CheckContext = Pick<GitHubContext, 'app' | 'queue' | 'announceScanEnd'>

/**
 * Sees to it that a commit has a check, as part of `tx`. One commit has one: what a pull request asks counts more than
 * what a push asks, and the same asked again changes nothing.
 */
export async function requestCheck({ app, queue }: CheckContext, tx: Database, request: CheckRequest): Promise<void> {
  const now = new Date()
  const inserted = await insertGithubCheck(tx, { ...request, id: randomUUID(), host: app.host, state: 'queued', authorMayWrite: request.isFork !== true, createdAt: now, changedAt: now })
  if (inserted) return startCheck(queue, tx, inserted.id)
  const existing = await lockGithubCheckOfCommit(tx, { host: app.host, repositoryId: request.repositoryId, headSha: request.headSha })
  if (!existing || isAnsweredBy(existing, request)) return
  await restartCheck({ queue }, tx, existing.id, request)
}

/** Makes a check anew, as a check run of its own: what it said before stays with the one before. */
export async function restartCheck({ queue }: { readonly queue: Queue }, tx: Database, checkId: string, change: Partial<CheckRequest> = {}, { force = false } = {}): Promise<void> {
  const cleared = { state: 'queued', endedBecause: null, baseScanId: null, headScanId: null, changedLines: null, checkRunId: null, toldDigest: null, annotationsSent: 0, concludedAt: null, createdAt: new Date() } as const
  await updateGithubCheck(tx, checkId, { ...change, ...cleared, ...(change.isFork !== undefined && { authorMayWrite: !change.isFork }) })
  await startCheck(queue, tx, checkId, { force })
}

/** Ends the checks of a pull request's earlier commits: a newer one has come. */
export async function supersedeChecksOfPull(context: CheckContext, tx: Database, { repositoryId, pullNumber, headSha }: { repositoryId: number; pullNumber: number; headSha: string }): Promise<void> {
  const older = await listUnfinishedChecksOfPull(tx, { host: context.app.host, repositoryId, pullNumber, except: headSha })
  for (const check of older) await endCheck(context, tx, check, { state: 'superseded', because: `A newer commit was pushed: ${headSha.slice(0, 10)} is checked instead.` })
}

/** Ends the checks of a pull request that was closed before they were done. */
export async function abandonChecksOfPull(context: CheckContext, tx: Database, { repositoryId, pullNumber }: { repositoryId: number; pullNumber: number }): Promise<void> {
  const open = await listUnfinishedChecksOfPull(tx, { host: context.app.host, repositoryId, pullNumber })
  for (const check of open) await endCheck(context, tx, check, { state: 'abandoned', because: 'The pull request was closed before the scan was done.' })
}

async function startCheck(queue: Queue, tx: Database, checkId: string, { force = false } = {}): Promise<void> {
  await queue.enqueue(tx, 'tell-check', { checkId }, { key: checkId })
  await queue.enqueue(tx, 'advance-check', { checkId, force })
}

/** Whether a check that is there, running or ended by itself, says what is asked for. */
function isAnsweredBy(existing: GithubCheck, { cause, baseSha, pullNumber = null }: CheckRequest): boolean {
  if (existing.state === 'superseded' || existing.state === 'abandoned') return false
  if (rank[existing.cause] !== rank[cause]) return rank[existing.cause] > rank[cause]
  return existing.baseSha === baseSha && existing.pullNumber === pullNumber
}

const rank = { installation: 0, push: 1, pull_request: 2, merge_group: 3 } as const
