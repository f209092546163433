import { z } from 'zod'
import type { Database } from '../db/client.ts'
import { findInstallationByNumber } from '../db/github/installations.ts'
import { findGithubPlace, type GithubPlace } from '../db/github/places.ts'
import { listRepositoriesOfOthers, upsertGithubRepositories } from '../db/github/repositories.ts'
import { hideOwnScansOfRepository, hideScansOfRepository } from '../db/scans/repository-scans.ts'
import type { GitHubContext } from './github-event.ts'
import { accountNameOfOwner, accountOfInstallation } from './installed-owner.ts'
import type { InstalledRepository } from './clients.ts'
import { type Repository, RepositoryShortName } from './payload-parts.ts'

/** A repository as listed by an installation. */
export const ListedRepository = z.object({ id: z.int(), name: RepositoryShortName, private: z.boolean() })
type ListedRepository = z.output<typeof ListedRepository>

type RecordContext = Pick<GitHubContext, 'app' | 'queue' | 'masterKey'>

/**
 * Stores a repository and installation from an event, because events may be out of order or missing. Returns the
 * account. Returns undefined if the event must be ignored. Locks the repository until the transaction ends, so that its
 * events are processed one at a time.
 */
export async function recordRepository(
  context: RecordContext,
  tx: Database,
  installationId: number,
  repository: Repository,
): Promise<string | undefined> {
  const { owner, id: repositoryId, name, private: isPrivate, default_branch: defaultBranch } = repository
  const { host } = context.app
  const place = await findGithubPlace(tx, {
    host,
    accountName: accountNameOfOwner(host, owner.id),
    installationId,
    repositoryId,
  })
  const accountId = knownAccount(place, owner) ?? (await accountOfInstallation(context, tx, { installationId, owner }))
  if (accountId === undefined) {
    await forgetIfGone(context, tx, { installationId, repositoryId, ownerId: owner.id })
    return undefined
  }
  if (place.repository && place.repository.accountId !== accountId)
    await forgetFormerOwners(context, tx, { accountId, repositoryIds: [repositoryId] })
  await upsertGithubRepositories(tx, [
    {
      host,
      repositoryId,
      accountId,
      installationId,
      ownerLogin: owner.login,
      name,
      isPrivate,
      defaultBranch: defaultBranch ?? null,
    },
  ])
  const url = repositoryUrl(host, owner.login, name)
  // When a repository becomes private, scans by other accounts from when it was public are also hidden.
  if (isPrivate && place.repository?.isPrivate === false) await hideScansOfRepository(tx, { repositoryId, url })
  else if (isPrivate) await hideOwnScansOfRepository(tx, repositoryId)
  return accountId
}

/** Returns an installation's account if the stored data equals the event's data, so that no update is needed. */
function knownAccount({ accountId, installation }: GithubPlace, owner: Repository['owner']): string | undefined {
  const isKnown =
    installation &&
    !installation.isSuspended &&
    installation.accountId === accountId &&
    installation.ownerId === owner.id &&
    installation.ownerLogin === owner.login
  return isKnown ? (accountId ?? undefined) : undefined
}

/** Returns the repository of an event, for GitHub clients. */
export function installedRepository(
  installationId: number,
  { id: repositoryId, owner, name }: Repository,
): InstalledRepository {
  return { installationId, ownerId: owner.id, owner: owner.login, repositoryId, name }
}

/** Stores repositories to which the app gained access, and enqueues one lowest-priority scan of each. */
export async function addRepositories(
  context: RecordContext,
  tx: Database,
  added: {
    accountId: string
    installationId: number
    owner: { login: string }
    repositories: readonly ListedRepository[]
  },
): Promise<void> {
  const { accountId, installationId, owner, repositories } = added
  const { host } = context.app
  if (repositories.length === 0) return
  await forgetFormerOwners(context, tx, { accountId, repositoryIds: repositories.map(({ id }) => id) })
  await upsertGithubRepositories(
    tx,
    repositories.map(({ id: repositoryId, name, private: isPrivate }) => ({
      host,
      repositoryId,
      accountId,
      installationId,
      ownerLogin: owner.login,
      name,
      isPrivate,
      defaultBranch: null,
    })),
  )
  await context.queue.enqueue(tx, 'scan-installation', { installationId })
}

/** Deletes the former accounts' findings in repositories that moved to another account. */
async function forgetFormerOwners(
  { app: { host }, queue }: RecordContext,
  tx: Database,
  { accountId, repositoryIds }: { accountId: string; repositoryIds: readonly number[] },
): Promise<void> {
  for (const former of await listRepositoriesOfOthers(tx, { host, accountId, repositoryIds })) {
    await queue.enqueue(tx, 'remove-repositories', {
      accountId: former.accountId,
      installationId: former.installationId,
      repositoryIds: [former.repositoryId],
      reason: 'the repository went to another owner',
    })
  }
}

/** Removes a repository from an installation if it belongs to another owner, according to the installation. */
async function forgetIfGone(
  { app: { host }, queue }: RecordContext,
  tx: Database,
  { installationId, repositoryId, ownerId }: { installationId: number; repositoryId: number; ownerId: number },
): Promise<void> {
  const installation = await findInstallationByNumber(tx, { host, installationId })
  if (!installation || installation.ownerId === ownerId) return
  await queue.enqueue(tx, 'remove-repositories', {
    accountId: installation.accountId,
    installationId,
    repositoryIds: [repositoryId],
    reason: 'the repository went to another owner',
  })
}

export function repositoryUrl(host: string, owner: string, name: string): string {
  return `https://${host}/${owner}/${name}`
}
