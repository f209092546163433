import { z } from 'zod'
import { githubEvent } from '../github-event.ts'
import { addRepositories, ListedRepository } from '../installed-repositories.ts'
import { recordInstallation } from '../installed-owner.ts'
import { Owner } from '../payload-parts.ts'

const InstallationRepositories = z.object({
  installation: z.object({ id: z.int(), account: Owner }),
  repositories_added: z.array(ListedRepository),
  repositories_removed: z.array(ListedRepository),
})

/** An owner gave the app access to more repositories, or removed some. */
export const installationRepositories = githubEvent({
  event: 'installation_repositories',
  actions: ['added', 'removed'],
  payload: InstallationRepositories,
  async work(
    context,
    { installation: { id: installationId, account: owner }, repositories_added: added, repositories_removed: removed },
  ) {
    await context.db.transaction(async (tx) => {
      const accountId = await recordInstallation(context, tx, { installationId, owner })
      if (accountId === undefined) return
      await addRepositories(context, tx, { accountId, installationId, owner, repositories: added })
      const repositoryIds = removed.map(({ id }) => id)
      if (repositoryIds.length > 0)
        await context.queue.enqueue(tx, 'remove-repositories', {
          accountId,
          installationId,
          repositoryIds,
          reason: 'the repository was removed from the app',
        })
    })
  },
})
