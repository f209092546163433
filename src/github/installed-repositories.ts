import { z } from 'zod'
import type { Database } from '../db/client.ts'
import { listRepositoriesOfInstallation, removeGithubRepository, upsertGithubRepository } from '../db/github-repositories.ts'
import { removeScansOfRepository } from '../db/repository-scans.ts'
import { requestScan } from '../scan/request-scan.ts'
import { parseTarget } from '../sources/accept-url.ts'
import type { GitHubContext } from './github-event.ts'
import { accountOfOwner } from './installed-owner.ts'

/** A repository as lists of installations have it. */
export const ListedRepository = z.object({ id: z.int(), name: z.string(), full_name: z.string(), private: z.boolean() })
type ListedRepository = z.output<typeof ListedRepository>

/** An organisation may bring thousands at once: their first scans come after everything that somebody waits for. */
const initialPriority = -1

/** Stores repositories that the app was given, and has each scanned once, behind everything else. What is known already stays. */
export async function addRepositories(context: GitHubContext, tx: Database, added: { installationId: number; owner: { id: number; login: string }; repositories: readonly ListedRepository[] }): Promise<void> {
  const { installationId, owner, repositories } = added
  const accountId = await accountOfOwner(context, tx, owner.id)
  for (const { id: repositoryId, name, private: isPrivate } of repositories) {
    await upsertGithubRepository(tx, { host: context.app.host, repositoryId, accountId, installationId, ownerLogin: owner.login, name, isPrivate })
    const url = repositoryUrl(context.app.host, owner.login, name)
    // When the queue is full the first push scans it.
    await requestScan({ ...context, db: tx }, { accountId, url, target: parseTarget(url), failOn: 'high', priority: initialPriority, githubRepositoryId: repositoryId })
  }
}

/** Forgets repositories of an installation, all unless named, and removes what was found in private ones, with a record of it. */
export async function removeRepositories({ app, log }: GitHubContext, tx: Database, removed: { installationId: number; repositoryIds?: readonly number[]; reason: string }): Promise<void> {
  const { installationId, reason } = removed
  const ids = removed.repositoryIds ?? (await listRepositoriesOfInstallation(tx, { host: app.host, installationId })).map(({ repositoryId }) => repositoryId)
  for (const repositoryId of ids) {
    const repository = await removeGithubRepository(tx, { host: app.host, repositoryId })
    if (!repository) continue
    const scans = await removeScansOfRepository(tx, { accountId: repository.accountId, repositoryId, subject: `${app.host} repository ${repositoryId}`, reason, now: new Date() })
    log.info({ repositoryId, scans, reason }, 'a repository was removed, and what was found in it while it was private')
  }
}

/** Where people find a repository. */
export function repositoryUrl(host: string, owner: string, name: string): string {
  return `https://${host}/${owner}/${name}`
}
