import { z } from 'zod'
import { githubEvent } from '../github-event.ts'
import { recordRepository, repositoryUrl } from '../installed-repositories.ts'
import { InstallationId, Repository } from '../payload-parts.ts'

const ChangedRepository = z.object({
  action: z.string(),
  repository: Repository,
  installation: InstallationId,
})

/** A repository was renamed, transferred, deleted, or made private or public. */
export const repository = githubEvent({
  event: 'repository',
  actions: ['renamed', 'transferred', 'edited', 'privatized', 'publicized', 'deleted', 'archived', 'unarchived'],
  payload: ChangedRepository,
  async work(context, { action, repository: changed, installation }) {
    if (!installation) return
    await context.db.transaction(async (tx) => {
      const accountId = await recordRepository(context, tx, installation.id, changed)
      const isGone = action === 'deleted' || changed.private
      if (isGone || action === 'publicized')
        await context.announceRepository(tx, {
          url: repositoryUrl(context.app.host, changed.owner.login, changed.name),
          isPublic: !isGone,
          now: new Date(),
        })
      if (accountId === undefined || action !== 'deleted') return
      await context.queue.enqueue(tx, 'remove-repositories', {
        accountId,
        installationId: installation.id,
        repositoryIds: [changed.id],
        reason: 'the repository was deleted',
      })
    })
  },
})
