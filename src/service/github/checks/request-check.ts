import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/client.ts'
import { type GithubCheck, insertGithubCheck, lockGithubCheckOfCommit } from '../../db/github/checks.ts'
import { type GithubComparison, insertComparison, updateComparison } from '../../db/github/comparisons.ts'
import type { GitHubContext } from '../github-event.ts'
import { changeComparisons, restarted } from './change-comparisons.ts'
import { enqueueAdvance, enqueueTell } from './check-jobs.ts'
import { comparisonKey } from './comparisons-of-check.ts'
import { beingMadeFrom } from './making.ts'

/** Comparison to add to a commit's check. */
export interface CheckRequest
  extends
    Pick<GithubComparison, 'repositoryId' | 'baseSha' | 'baseRef' | 'cause'>,
    Partial<Pick<GithubComparison, 'pullNumber' | 'isFork' | 'isQuiet'>> {
  readonly headSha: string
  /** Time of the request, according to GitHub. If GitHub provides no time, undefined, and the current time is used. */
  readonly at?: Date
  /** Start of the measured waiting time. Defaults to the time of the request. */
  readonly waitsSince?: Date
}

type CheckContext = Pick<GitHubContext, 'app' | 'queue' | 'log'>

/**
 * Adds a comparison to a commit's check in `tx`. A repeated request has no effect. Returns a new check, which the
 * caller must start after `tx` has committed (`begin-check.ts`). Until then, no job creates its run.
 */
export async function requestCheck(
  context: CheckContext,
  tx: Database,
  { at, waitsSince, headSha, ...request }: CheckRequest,
): Promise<GithubCheck | undefined> {
  const { app, queue, log } = context
  const now = new Date()
  // The local time must not make later data from GitHub about a pull request look outdated.
  const toldAt = at ?? (request.cause === 'pull_request' ? new Date(0) : now)
  const since = waitsSince ?? at ?? now
  const startedAt = since < now ? since : now
  const asked = { pullNumber: null, isFork: false, isQuiet: false, ...request, authorMayWrite: request.isFork !== true }
  const comparison = {
    ...asked,
    id: randomUUID(),
    host: app.host,
    key: comparisonKey(asked),
    lifecycle: 'open',
    state: 'queued',
    toldAt,
    startedAt,
  } as const
  const inserted = await insertGithubCheck(tx, {
    ...asked,
    id: randomUUID(),
    host: app.host,
    headSha,
    state: 'queued',
    revision: 1,
    publishedDigest: beingMadeFrom(now),
    createdAt: startedAt,
    changedAt: now,
  })
  const { repositoryId, cause } = request
  const existing = inserted ?? (await lockGithubCheckOfCommit(tx, { host: app.host, repositoryId, headSha }))
  if (!existing) throw new Error('a check was removed while it was requested')
  // The log context of the delivery job also contains the delivery ID.
  log.info({ checkId: existing.id, repositoryId, headSha, cause, pullNumber: asked.pullNumber }, 'check requested')
  if (inserted) {
    await insertComparison(tx, { ...comparison, checkId: inserted.id })
    return inserted
  }
  const isChanged = await changeComparisons(context, tx, existing.id, async (comparisons) => {
    const known = comparisons.find(({ key }) => key === comparison.key)
    if (!known) return insertComparison(tx, { ...comparison, checkId: existing.id })
    const told = at && { toldAt: at }
    if (isAnsweredBy(known, comparison)) return told && updateComparison(tx, known.id, told)
    await updateComparison(tx, known.id, { ...restarted(now), ...asked, lifecycle: 'open', ...told })
  })
  // The process that stored the check may have died before starting it.
  if (!isChanged && existing.checkRunId === null && existing.concludedAt === null) {
    await enqueueTell(queue, tx, existing, { isNewRun: true })
    await enqueueAdvance(queue, tx, existing)
  }
  return undefined
}

/**
 * Reports whether a comparison covers the request, now or later. For pull requests, the same base branch is enough. Its
 * current commit is requested when the branch moves.
 */
function isAnsweredBy(
  known: GithubComparison,
  asked: Pick<GithubComparison, 'cause' | 'baseRef' | 'baseSha'>,
): boolean {
  if (known.lifecycle !== 'open' || known.state === 'abandoned') return false
  return (
    asked.cause === 'push' ||
    (asked.cause === 'pull_request' ? known.baseRef === asked.baseRef : known.baseSha === asked.baseSha)
  )
}
