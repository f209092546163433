import { z } from 'zod'
import { hideScansOfRepository } from '../../db/repository-scans.ts'
import { githubEvent } from '../github-event.ts'
import { recordRepository } from '../installed-owner.ts'
import { removeRepositories } from '../installed-repositories.ts'
import { InstallationId, Repository } from '../payload-parts.ts'

const RepositoryChange = z.object({
  action: z.string(),
  repository: Repository,
  installation: InstallationId,
})

/** A repository got another name or owner, became private or public, or is gone. */
export const repository = githubEvent({
  event: 'repository',
  actions: ['renamed', 'transferred', 'edited', 'privatized', 'publicized', 'deleted', 'archived', 'unarchived'],
  payload: RepositoryChange,
  async work(context, { action, repository: changed, installation }) {
    if (!installation) return
    await context.db.transaction(async (tx) => {
      if (action === 'deleted') return removeRepositories(context, tx, { installationId: installation.id, repositoryIds: [changed.id], reason: 'the repository was deleted' })
      await recordRepository(context, tx, installation.id, changed)
      if (changed.private) await hideScansOfRepository(tx, changed.id)
    })
  },
})
