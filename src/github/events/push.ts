import { z } from 'zod'
import { isCheckedBranch } from '../checks/checked-branch.ts'
import { requestCheck } from '../checks/request-check.ts'
import { githubEvent } from '../github-event.ts'
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

/** Commits came to a branch: the last one is checked when the branch is one that is checked. */
export const push = githubEvent({
  event: 'push',
  payload: Push,
  async work(context, { ref, before, after, deleted, repository, installation }, signal) {
    const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1]
    if (branch === undefined || deleted || noSha.test(after) || !installation) return undefined
    const isChecked = await isCheckedBranch(context, { repository, installationId: installation.id, branch }, signal)
    const check = await context.db.transaction(async (tx) => {
      if ((await recordRepository(context, tx, installation.id, repository)) === undefined || !isChecked) return undefined
      return requestCheck(context, tx, { repositoryId: repository.id, headSha: after, baseSha: noSha.test(before) ? null : before, baseRef: branch, cause: 'push' })
    })
    return check && { check, installed: installedRepository(installation.id, repository) }
  },
})
