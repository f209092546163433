import type { Octokit } from '@octokit/rest'
import type { GithubCheck } from '../../db/github/checks.ts'
import { lockGithubRepository } from '../../db/github/repositories.ts'
import type { InstalledRepository, RepositoryClient } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import { isVersionBot } from '../version-bots.ts'
import { enqueueAdvance, enqueueTell } from './check-jobs.ts'
import { comparisonsOfCheck } from './comparisons-of-check.ts'
import { shownBy } from './counting-comparisons.ts'
import { followPull, type ToldPull } from './follow-pull.ts'
import { githubProblem } from './github-problem.ts'
import { withRepositoryToken } from './with-repository-token.ts'

/** Maximum number of closed pull requests to verify before a conclusion, most recent first. Each requires a request. */
const maxClosed = 5

/**
 * Requests from GitHub which open pull requests have the check's commit as their head, and updates the comparisons.
 * Events can be missed, late, or out of order. Returns whether the displayed content changed. If GitHub does not
 * respond, relies on the events.
 */
export async function confirmPulls(
  context: GitHubContext,
  {
    check,
    installed,
    signal,
  }: { readonly check: GithubCheck; readonly installed: InstalledRepository; readonly signal: AbortSignal },
): Promise<boolean> {
  const { db, app, queue } = context
  const before = await comparisonsOfCheck(db, check)
  const open = before.filter(({ lifecycle }) => lifecycle === 'open')
  // GitHub's times are in whole seconds. A pull request that is closed and reopened within one second may be treated as
  // closed.
  const closed = before
    .filter(({ lifecycle }) => lifecycle === 'closed')
    .toSorted((one, other) => other.toldAt.getTime() - one.toldAt.getTime())
  const known = [...open, ...closed.slice(0, maxClosed)].flatMap(({ pullNumber }) => pullNumber ?? [])
  const pulls = await pullsOfCommit(context, installed, { headSha: check.headSha, known }, signal)
  if (pulls.length === 0) return false
  await db.transaction(async (tx) => {
    if (!(await lockGithubRepository(tx, { host: app.host, repositoryId: check.repositoryId }))) return
    for (const pull of pulls) {
      const inserted = await followPull(context, tx, pull)
      if (!inserted) continue
      await enqueueTell(queue, tx, inserted, { isNewRun: true })
      await enqueueAdvance(queue, tx, inserted)
    }
  })
  return shownBy(before) !== shownBy(await comparisonsOfCheck(db, check))
}

async function pullsOfCommit(
  { clients, log }: GitHubContext,
  installed: InstalledRepository,
  { headSha, known }: { readonly headSha: string; readonly known: readonly number[] },
  signal: AbortSignal,
): Promise<readonly ToldPull[]> {
  try {
    return (
      (await withRepositoryToken(clients, installed, tokenRights.readPulls, signal, async (octokit, at) => {
        const { data } = await octokit.rest.repos.listPullRequestsAssociatedWithCommit({
          ...at,
          commit_sha: headSha,
          per_page: 100,
          request: { signal },
        })
        // For a fork, GitHub also lists pull requests to its parent repository. These are skipped.
        const heads = data
          .filter(
            ({ state, head, base }) =>
              state === 'open' && head.sha === headSha && base.repo.id === installed.repositoryId,
          )
          .map((pull) => toldPull(pull, installed))
        // The list omits pull requests that were closed or have another head. It may also omit pull requests from
        // forks.
        const missing = known.filter((number) => !heads.some(({ pullNumber }) => pullNumber === number))
        return [
          ...heads,
          ...(await Promise.all(missing.map((number) => pullOf(octokit, at, number, installed, signal)))).flat(),
        ]
      })) ?? []
    )
  } catch (error) {
    const kind = githubProblem(error)?.kind
    if (kind !== 'gone' && kind !== 'refused') throw error
    log.debug({ err: error, repositoryId: installed.repositoryId }, 'pull request list of a commit failed')
    return []
  }
}

async function pullOf(
  octokit: Octokit,
  at: RepositoryClient['at'],
  number: number,
  installed: InstalledRepository,
  signal: AbortSignal,
): Promise<ToldPull[]> {
  try {
    const { data } = await octokit.rest.pulls.get({ ...at, pull_number: number, request: { signal } })
    return [toldPull(data, installed)]
  } catch (error) {
    const kind = githubProblem(error)?.kind
    if (kind !== 'gone' && kind !== 'refused') throw error
    return []
  }
}

/** Fields of a GitHub pull request that are needed. */
export interface AnsweredPull {
  readonly number: number
  readonly state: string
  readonly merged_at: string | null
  readonly draft?: boolean | null
  readonly user?: { readonly login: string } | null
  readonly head: { readonly sha: string; readonly repo?: { readonly id: number } | null }
  readonly base: { readonly sha: string; readonly ref: string }
  readonly updated_at: string
}

/** Converts a pull request in a GitHub response. */
export function toldPull(
  { number, state, merged_at: mergedAt, draft, user, head, base, updated_at: updatedAt }: AnsweredPull,
  { repositoryId }: InstalledRepository,
): ToldPull {
  return {
    repositoryId,
    pullNumber: number,
    isOpen: state === 'open',
    isMerged: mergedAt !== null,
    isDraft: draft === true,
    headSha: head.sha,
    baseRef: base.ref,
    baseSha: base.sha,
    isFork: head.repo?.id !== repositoryId,
    isQuiet: isVersionBot(user?.login),
    at: new Date(updatedAt),
    waitsSince: new Date(),
  }
}
