import { forgetAcceptances } from '../db/github/acceptances.ts'
import { leaveRunsOfRepository, removeChecksOfRepository } from '../db/github/checks.ts'
import { removePullNotes } from '../db/github/pull-notes.ts'
import {
  listRepositoryIdsOfInstallation,
  lockGithubRepository,
  removeGithubRepository,
} from '../db/github/repositories.ts'
import { listUnfinishedScansOfRepository, removeScansOfRepository } from '../db/scans/repository-scans.ts'
import type { JobPayload } from '../queue/jobs.ts'
import { endWithFailure } from '../scans/end-scan.ts'
import { namespacesOfAccount, type ResultCache } from '../../engine/scanner/result-cache.ts'
import { tidyScans } from '../scans/tidy-scans.ts'
import type { GitHubContext } from './github-event.ts'
import { repositoryUrl } from './installed-repositories.ts'

type Removal = JobPayload<'remove-repositories'>

/** Number of repositories to look up per query. Each is removed in its own transaction. */
const batchRepositories = 50

/**
 * Time after which a canceled scan can no longer write. A running scan stops within a second or two after it is
 * canceled.
 */
const lateWritesMs = 2 * 60_000

/**
 * Job handler: deletes repositories that an account's installation no longer has, or by default all of the
 * installation's repositories. Ends running work in them, deletes the findings of private ones, and records the
 * removal. Idempotent.
 */
export async function removeRepositories(
  context: GitHubContext,
  { repositoryIds, ...removal }: Removal,
  { signal }: { signal: AbortSignal },
): Promise<void> {
  const {
    db,
    app: { host },
    queue,
  } = context
  if (repositoryIds) {
    for (const repositoryId of repositoryIds) {
      signal.throwIfAborted()
      await removeRepository(context, repositoryId, removal)
    }
  } else {
    for (;;) {
      const ids = await listRepositoryIdsOfInstallation(
        db,
        { host, installationId: removal.installationId },
        batchRepositories,
      )
      for (const repositoryId of ids) {
        signal.throwIfAborted()
        await removeRepository(context, repositoryId, removal)
      }
      if (ids.length === 0) break
    }
  }
  const forget = { accountId: removal.accountId }
  await queue.enqueue(db, 'forget-private-files', forget)
  await queue.enqueue(db, 'forget-private-files', forget, { startAfter: new Date(Date.now() + lateWritesMs) })
}

async function removeRepository(
  { db, app: { host }, log, announceScanEnd }: GitHubContext,
  repositoryId: number,
  { accountId, installationId, reason }: Omit<Removal, 'repositoryIds'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const repository = await lockGithubRepository(tx, { host, repositoryId })
    if (!repository) return
    // In all other cases, the repository is part of a later installation or moved to another owner, so only the
    // previous account's data is deleted.
    if (repository.installationId === installationId) {
      await removeGithubRepository(tx, { host, repositoryId })
      await leaveRunsOfRepository(tx, { host, repositoryId }, new Date())
      await removeChecksOfRepository(tx, { host, repositoryId })
      await removePullNotes(tx, { host, repositoryId })
      // The acceptances of a public repository stay, and apply again if it returns. Everything about a private
      // repository is deleted.
      if (repository.isPrivate) await forgetAcceptances(tx, { host, repositoryId })
    } else if (repository.accountId === accountId) return
    // The acceptances no longer apply. The repository may have been private when it belonged to the account.
    else await forgetAcceptances(tx, { host, repositoryId, accountId })
    const url = repositoryUrl(host, repository.ownerLogin, repository.name)
    const scans = await removeScansOfRepository(tx, {
      accountId,
      repositoryId,
      url,
      isPrivate: repository.isPrivate,
      subject: `${host} repository ${repositoryId}`,
      reason,
      now: new Date(),
    })
    for (const scanId of await listUnfinishedScansOfRepository(tx, { accountId, repositoryId }))
      await endWithFailure({ db: tx, announceScanEnd }, scanId, {
        code: 'CANCELLED',
        message: `The scan was canceled: ${reason}.`,
      })
    log.info({ repositoryId, scans, reason }, 'repository removed with the findings of its private time')
  })
}

/**
 * Job handler: deletes the stored results for an account's private files. Results for remaining files are created again
 * when needed.
 */
export async function forgetPrivateFiles(
  { db, fileResults }: Pick<GitHubContext, 'db'> & { readonly fileResults: ResultCache },
  { accountId }: { accountId: string },
): Promise<void> {
  for (const namespace of namespacesOfAccount(accountId)) await fileResults.forget(namespace)
  await tidyScans(db)
}
