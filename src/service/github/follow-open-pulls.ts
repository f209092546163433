import type { Octokit } from '@octokit/rest'
import { listRepositoriesOfInstallation, takeChecksRefusedForGood } from '../db/github/regained-access.ts'
import { lockGithubRepository } from '../db/github/repositories.ts'
import type { RepositoryClient } from './clients.ts'
import { showAgain } from './checks/change-comparisons.ts'
import { enqueueAdvance, enqueueTell } from './checks/check-jobs.ts'
import { type AnsweredPull, toldPull } from './checks/confirm-pulls.ts'
import { followPull } from './checks/follow-pull.ts'
import { githubProblem } from './checks/github-problem.ts'
import { installedAt } from './checks/installed-at.ts'
import { withRepositoryToken } from './checks/with-repository-token.ts'
import type { GitHubContext } from './github-event.ts'
import { githubPriorities } from './github-priorities.ts'
import { tokenRights } from './permissions.ts'

/**
 * Maximum number of repositories per job. Each requires at least two requests. Another job continues with the next
 * ones.
 */
const maxRepositories = 20

/** Maximum number of open pull requests to list per repository, most recently updated first. */
const maxPulls = 100

/** Maximum number of checks that get a new run. */
const maxChecks = 200

/**
 * Job handler: lists an installation's open pull requests, because GitHub sent no events while the app lacked a
 * permission or was suspended. Abandoned checks, which GitHub had rejected, get a new run. Enqueues itself for the
 * remaining repositories.
 *
 * @param after ID of the last repository that an earlier job has processed.
 */
export async function followOpenPulls(
  context: GitHubContext,
  { installationId, after }: { installationId: number; after: number },
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const {
    db,
    queue,
    app: { host },
  } = context
  if (after === 0)
    await db.transaction(async (tx) => {
      for (const id of await takeChecksRefusedForGood(tx, { host, installationId, most: maxChecks }))
        await showAgain(context, tx, id)
    })
  const places = await listRepositoriesOfInstallation(db, { host, installationId, after, most: maxRepositories })
  const last = places.at(-1)?.repository.repositoryId
  for (const place of places) {
    const { repositoryId } = place.repository
    const installed = installedAt(place)
    if (!installed) return
    try {
      const pulls = await withRepositoryToken(
        context.clients.as(githubPriorities.background),
        installed,
        tokenRights.readPulls,
        signal,
        (octokit, at) => openPulls(octokit, at, signal),
      )
      for (const pull of pulls ?? []) await follow(context, toldPull(pull, installed))
    } catch (error) {
      const problem = githubProblem(error)
      if (problem?.kind === 'limited')
        return queue.enqueue(
          db,
          'follow-open-pulls',
          { installationId, after: repositoryId - 1 },
          { startAfter: problem.until },
        )
      if (problem?.kind !== 'gone' && problem?.kind !== 'refused') throw error
      context.log.debug({ err: error, repositoryId }, 'open pull request list failed')
    }
  }
  if (last !== undefined && places.length === maxRepositories)
    await queue.enqueue(db, 'follow-open-pulls', { installationId, after: last })
}

async function openPulls(
  octokit: Octokit,
  at: RepositoryClient['at'],
  signal: AbortSignal,
): Promise<readonly AnsweredPull[]> {
  const { data } = await octokit.rest.pulls.list({
    ...at,
    state: 'open',
    sort: 'updated',
    direction: 'desc',
    per_page: maxPulls,
    request: { signal },
  })
  return data
}

async function follow(context: GitHubContext, pull: Parameters<typeof followPull>[2]): Promise<void> {
  const { db, app, queue } = context
  await db.transaction(async (tx) => {
    if (!(await lockGithubRepository(tx, { host: app.host, repositoryId: pull.repositoryId }))) return
    const inserted = await followPull(context, tx, pull)
    if (!inserted) return
    await enqueueTell(queue, tx, inserted, { isNewRun: true })
    await enqueueAdvance(queue, tx, inserted)
  })
}
