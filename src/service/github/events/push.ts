import { z } from 'zod'
import type { Database } from '../../db/client.ts'
import { markMovedBase } from '../../db/github/comparisons.ts'
import { isCheckedBranch } from '../checks/checked-branch.ts'
import { requestCheck } from '../checks/request-check.ts'
import { type GitHubContext, githubEvent } from '../github-event.ts'
import { githubPriorities } from '../github-priorities.ts'
import { installedRepository, recordRepository } from '../installed-repositories.ts'
import { InstallationId, noSha, RefName, Repository, Sha } from '../payload-parts.ts'

const Push = z.object({
  ref: RefName,
  before: Sha,
  after: Sha,
  deleted: z.boolean(),
  repository: Repository,
  installation: InstallationId,
})

/**
 * Maximum number of open pull requests whose merge base is requested immediately after their base moved.
 * `resume-checks.ts` processes the others.
 */
const maxAtOnce = 20

/**
 * A branch moved. Its last commit is checked if the branch is configured, and open pull requests into it may have a new
 * merge base.
 */
export const push = githubEvent({
  event: 'push',
  priority: githubPriorities.push,
  payload: Push,
  async work(context, { ref, before, after, deleted, repository, installation }, signal) {
    const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1]
    if (branch === undefined || !installation) return undefined
    const hasCommit = !deleted && !noSha.test(after)
    const isChecked =
      hasCommit && (await isCheckedBranch(context, { repository, installationId: installation.id, branch }, signal))
    const check = await context.db.transaction(async (tx) => {
      if ((await recordRepository(context, tx, installation.id, repository)) === undefined) return undefined
      await followBase(context, tx, { repositoryId: repository.id, branch })
      return isChecked
        ? requestCheck(context, tx, {
            repositoryId: repository.id,
            headSha: after,
            baseSha: noSha.test(before) ? null : before,
            baseRef: branch,
            cause: 'push',
          })
        : undefined
    })
    return check && { check, installed: installedRepository(installation.id, repository) }
  },
})

async function followBase(
  { app: { host }, queue }: GitHubContext,
  tx: Database,
  { repositoryId, branch }: { repositoryId: number; branch: string },
): Promise<void> {
  for (const checkId of await markMovedBase(tx, {
    host,
    repositoryId,
    baseRef: branch,
    now: new Date(),
    most: maxAtOnce,
  }))
    await queue.enqueue(tx, 'advance-check', { checkId, force: false }, { key: checkId })
}
