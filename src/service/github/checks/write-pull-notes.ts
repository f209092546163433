import { hash } from 'node:crypto'
import type { Octokit } from '@octokit/rest'
import { findPlacedCheck } from '../../db/github/checks.ts'
import { findPullNotes, type PullNotes, storePullNotes } from '../../db/github/pull-notes.ts'
import type { Fix } from '../../../engine/reports/check-run/fixes.ts'
import type { RepositoryClient } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import { checkReads } from './check-reads.ts'
import { resultOfComparison } from './check-content.ts'
import { comparisonsOfCheck } from './comparisons-of-check.ts'
import { countingComparisons } from './counting-comparisons.ts'
import { githubProblem } from './github-problem.ts'
import { installedAt } from './installed-at.ts'
import { commentBody, fixesToSuggest, reviewBody, suggestionOf } from './review-texts.ts'
import { withRepositoryToken } from './with-repository-token.ts'

interface Place {
  readonly octokit: Octokit
  readonly at: RepositoryClient['at']
  readonly appSlug: () => Promise<string>
  readonly request: { readonly signal: AbortSignal }
}

/**
 * Job handler: writes the comment and review for each open pull request of a check, if its base branch settings enable
 * them. Jobs for the same repository do not run concurrently. A comment or review that a person deletes is not written
 * again.
 */
export async function writePullNotes(
  context: GitHubContext,
  { checkId }: { checkId: string; repositoryId: number },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const { db, clients, queue } = context
  const placed = await findPlacedCheck(db, checkId)
  const installed = placed && installedAt(placed)
  if (!placed || !installed) return
  const { check } = placed
  const reads = checkReads(context, installed, check.headSha, signal)
  const appSlug = async () => (await clients.app().rest.apps.getAuthenticated()).data?.slug ?? ''
  try {
    for (const comparison of countingComparisons(await comparisonsOfCheck(db, check))) {
      const { pullNumber, lifecycle, state } = comparison
      if (pullNumber === null || lifecycle !== 'open' || state !== 'completed') continue
      const { input, wanted } = await resultOfComparison(context, comparison, reads)
      if (input.results === undefined || wanted === undefined) continue
      const pull = { host: check.host, repositoryId: check.repositoryId, pullNumber }
      const write = (note: (place: Place) => Promise<void>) =>
        unlessRejected(context, checkId, () =>
          withRepositoryToken(clients, installed, tokenRights.writePulls, signal, (octokit, at) =>
            note({ octokit, at, appSlug, request: { signal } }),
          ),
        )
      const isNeeded = wanted.comment === 'always' || input.findings.some((finding) => finding.state === 'new')
      if (wanted.comment) {
        const body = commentBody(input)
        await write((place) => writeComment(context, place, pull, { body, isNeeded }))
      }
      const fixes = wanted.reviews ? fixesToSuggest(input) : undefined
      if (fixes) await write((place) => writeReview(context, place, pull, { fixes, headSha: check.headSha }))
    }
  } catch (error) {
    const problem = githubProblem(error)
    if (problem?.kind === 'limited')
      return queue.enqueue(
        db,
        'write-pull-notes',
        { checkId, repositoryId: check.repositoryId },
        { key: String(check.repositoryId), startAfter: problem.until },
      )
    if (problem?.kind !== 'gone' && problem?.kind !== 'refused') throw error
    logRejection(context, checkId, error)
  }
}

/** Calls `write`, and logs a rejection. If a person has deleted one comment or review, the others are still written. */
async function unlessRejected(context: GitHubContext, checkId: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const kind = githubProblem(error)?.kind
    if (kind !== 'gone' && kind !== 'refused') throw error
    logRejection(context, checkId, error)
  }
}

function logRejection({ log }: GitHubContext, checkId: string, error: unknown): void {
  log.warn({ err: error, checkId }, 'pull request comment or review rejected by GitHub')
}

type Pull = Pick<PullNotes, 'host' | 'repositoryId' | 'pullNumber'>

interface Note {
  readonly id: number
  readonly user: { readonly login: string } | null | undefined
}

/** Returns the ID of the first comment or review written by the app. */
async function idOfOwn(
  pages: AsyncIterable<{ readonly data: readonly Note[] }>,
  appSlug: Place['appSlug'],
): Promise<number | undefined> {
  const login = `${await appSlug()}[bot]`
  for await (const { data } of pages) {
    const own = data.find(({ user }) => user?.login === login)
    if (own) return own.id
  }
  return undefined
}

/** Creates a pull request's comment, or edits the existing one. */
async function writeComment(
  { db }: GitHubContext,
  { octokit, at, appSlug, request }: Place,
  pull: Pull,
  { body, isNeeded }: { readonly body: string; readonly isNeeded: boolean },
): Promise<void> {
  const notes = await findPullNotes(db, pull)
  const digest = hash('sha256', body, 'base64url')
  if (notes?.commentDigest === digest && notes.commentId !== null) return
  let id = notes?.commentId ?? undefined
  // An earlier request may have created the comment, although its response was lost.
  if (id === undefined && notes?.commentDigest) {
    const { listComments } = octokit.rest.issues
    const of = { ...at, issue_number: pull.pullNumber, per_page: 100, request }
    id = await idOfOwn(octokit.paginate.iterator(listComments, of), appSlug)
  }
  if (id === undefined) {
    if (!isNeeded) return
    await storePullNotes(db, pull, { commentDigest: digest })
    const { data } = await octokit.rest.issues.createComment({ ...at, issue_number: pull.pullNumber, body, request })
    id = data.id
  } else await octokit.rest.issues.updateComment({ ...at, comment_id: id, body, request })
  await storePullNotes(db, pull, { commentId: id, commentDigest: digest })
}

/** Creates a pull request's review. Later calls change only its text, because GitHub cannot add suggestions. */
async function writeReview(
  { db }: GitHubContext,
  { octokit, at, appSlug, request }: Place,
  pull: Pull,
  { fixes, headSha }: { readonly fixes: readonly Fix[]; readonly headSha: string },
): Promise<void> {
  const notes = await findPullNotes(db, pull)
  const digest = hash('sha256', JSON.stringify([headSha, fixes]), 'base64url')
  if (notes?.reviewDigest === digest && notes.reviewId !== null) return
  let id = notes?.reviewId ?? undefined
  if (id === undefined && notes?.reviewDigest) {
    const { listReviews } = octokit.rest.pulls
    const of = { ...at, pull_number: pull.pullNumber, per_page: 100, request }
    id = await idOfOwn(octokit.paginate.iterator(listReviews, of), appSlug)
  }
  if (id === undefined) {
    if (fixes.length === 0) return
    await storePullNotes(db, pull, { reviewDigest: digest })
    const { data } = await octokit.rest.pulls.createReview({
      ...at,
      pull_number: pull.pullNumber,
      commit_id: headSha,
      event: 'COMMENT',
      body: reviewBody(fixes, { headSha, isFirst: true }),
      comments: fixes.map((fix) => ({ path: fix.path, line: fix.endLine, side: 'RIGHT', body: suggestionOf(fix) })),
      request,
    })
    id = data.id
  } else {
    const body = reviewBody(fixes, { headSha, isFirst: false })
    await octokit.rest.pulls.updateReview({ ...at, pull_number: pull.pullNumber, review_id: id, body, request })
  }
  await storePullNotes(db, pull, { reviewId: id, reviewDigest: digest })
}
