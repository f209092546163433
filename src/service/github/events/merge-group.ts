import { z } from 'zod'
import { requestCheck } from '../checks/request-check.ts'
import { githubEvent } from '../github-event.ts'
import { installedRepository, recordRepository } from '../installed-repositories.ts'
import { InstallationId, RefName, Repository, Sha } from '../payload-parts.ts'

const MergeGroup = z.object({
  merge_group: z.object({ head_sha: Sha, base_sha: Sha, base_ref: RefName }),
  repository: Repository,
  installation: InstallationId,
})

/** A merge queue requests a check for a group of pull requests. */
export const mergeGroup = githubEvent({
  event: 'merge_group',
  actions: ['checks_requested'],
  payload: MergeGroup,
  async work(context, { merge_group: group, repository, installation }) {
    if (!installation) return undefined
    const check = await context.db.transaction(async (tx) => {
      if ((await recordRepository(context, tx, installation.id, repository)) === undefined) return undefined
      return requestCheck(context, tx, {
        repositoryId: repository.id,
        headSha: group.head_sha,
        baseSha: group.base_sha,
        baseRef: group.base_ref.replace(/^refs\/heads\//, ''),
        cause: 'merge_group',
      })
    })
    return check && { check, installed: installedRepository(installation.id, repository) }
  },
})
