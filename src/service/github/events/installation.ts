import { z } from 'zod'
import { findInstallationOfOwner, removeGithubInstallation } from '../../db/github/installations.ts'
import { forgetRefusals } from '../../db/github/regained-access.ts'
import { recordRemoval } from '../../db/scans/repository-scans.ts'
import { compareNotFound } from '../checks/compare-not-found.ts'
import { githubEvent } from '../github-event.ts'
import { accountOfOwner, installationSubject, recordInstallation } from '../installed-owner.ts'
import { addRepositories, ListedRepository } from '../installed-repositories.ts'
import { Moment, Owner } from '../payload-parts.ts'

const Installation = z.object({
  action: z.string(),
  installation: z.object({ id: z.int(), account: Owner, suspended_at: Moment.nullish() }),
  repositories: z.array(ListedRepository).optional(),
})

/** An owner installed, removed, suspended, or unsuspended the app. */
export const installation = githubEvent({
  event: 'installation',
  actions: ['created', 'deleted', 'suspend', 'unsuspend', 'new_permissions_accepted'],
  payload: Installation,
  async work(
    context,
    { action, installation: { id: installationId, account: owner, suspended_at: suspendedAt }, repositories = [] },
  ) {
    await context.db.transaction(async (tx) => {
      if (action === 'deleted') {
        const reason = 'the app was uninstalled'
        const accountId = await accountOfOwner(context, tx, owner.id)
        // Access ends immediately. The removal record distinguishes late events of this installation from those of a
        // new one.
        await removeGithubInstallation(tx, { host: context.app.host, installationId })
        await recordRemoval(tx, {
          accountId,
          subject: installationSubject(context.app.host, installationId),
          reason,
          scans: 0,
          now: new Date(),
        })
        await context.queue.enqueue(tx, 'remove-repositories', { accountId, installationId, reason })
        return
      }
      const former = await findInstallationOfOwner(tx, { host: context.app.host, ownerId: owner.id })
      const accountId = await recordInstallation(context, tx, {
        installationId,
        owner,
        suspendedAt: action === 'suspend' ? (suspendedAt ?? new Date()) : null,
      })
      if (accountId === undefined || action === 'suspend') return
      // Checks that waited for access continue immediately.
      await forgetRefusals(tx, { host: context.app.host, installationId })
      await compareNotFound(context, tx, installationId)
      await context.queue.enqueue(tx, 'resume-checks', {}, { key: 'all' })
      // Lists the open pull requests, because GitHub sent no events about them in the meantime.
      if (action !== 'created') {
        await context.queue.enqueue(tx, 'follow-open-pulls', { installationId, after: 0 })
        return
      }
      await addRepositories(context, tx, { accountId, installationId, owner, repositories })
      // The event that ended the previous installation may be missing, so repositories that are not part of the new
      // installation are removed here.
      if (former && former.installationId < installationId)
        await context.queue.enqueue(tx, 'remove-repositories', {
          accountId,
          installationId: former.installationId,
          reason: 'the app was reinstalled without access to the repository',
        })
    })
  },
})
