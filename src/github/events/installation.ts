import { z } from 'zod'
import { removeGithubInstallation } from '../../db/github-installations.ts'
import { githubEvent } from '../github-event.ts'
import { recordInstallation } from '../installed-owner.ts'
import { addRepositories, removeRepositories } from '../installed-repositories.ts'
import { ListedRepository } from '../installed-repositories.ts'
import { Owner } from '../payload-parts.ts'

const Installation = z.object({
  action: z.string(),
  installation: z.object({ id: z.int(), account: Owner, suspended_at: z.coerce.date().nullish() }),
  repositories: z.array(ListedRepository).optional(),
})

/** The app was installed, removed, suspended or taken up again by an owner. */
export const installation = githubEvent({
  event: 'installation',
  actions: ['created', 'deleted', 'suspend', 'unsuspend', 'new_permissions_accepted'],
  payload: Installation,
  async work(context, { action, installation: { id: installationId, account: owner, suspended_at: suspendedAt }, repositories = [] }) {
    await context.db.transaction(async (tx) => {
      if (action === 'deleted') {
        await removeRepositories(context, tx, { installationId, reason: 'the app was uninstalled' })
        await removeGithubInstallation(tx, { host: context.app.host, installationId })
        return
      }
      await recordInstallation(context, tx, { installationId, owner, suspendedAt: action === 'suspend' ? (suspendedAt ?? new Date()) : null })
      if (action === 'created') await addRepositories(context, tx, { installationId, owner, repositories })
    })
  },
})
