import { createAccount } from '../accounts/create-account.ts'
import { findAccountByName } from '../db/accounts.ts'
import type { Database } from '../db/client.ts'
import { upsertGithubInstallation } from '../db/github-installations.ts'
import { upsertGithubRepository } from '../db/github-repositories.ts'
import type { GitHubContext } from './github-event.ts'
import type { Repository } from './payload-parts.ts'

type InstallationContext = Pick<GitHubContext, 'masterKey' | 'app'>

/**
 * The account of an owner at GitHub, made when it is first heard of. It goes by GitHub's number: a login can be
 * given up and registered by somebody else, and an app that is installed again finds its account.
 */
export async function accountOfOwner({ masterKey, app }: InstallationContext, db: Database, ownerId: number): Promise<string> {
  const name = accountNameOfOwner(app.host, ownerId)
  const account = (await findAccountByName(db, name)) ?? (await createAccount({ db, masterKey }, { name, plan: 'free' })) ?? (await findAccountByName(db, name))
  if (!account) throw new Error(`the account ${name} was there and is gone`)
  return account.id
}

/** The name of the account that belongs to an owner at a GitHub host. */
export function accountNameOfOwner(host: string, ownerId: number): string {
  return `${host}/owners/${ownerId}`
}

/** Stores an installation as it is now, and returns whose it is. */
export async function recordInstallation(context: InstallationContext, db: Database, installation: { installationId: number; owner: { id: number; login: string }; suspendedAt?: Date | null }): Promise<string> {
  const { installationId, owner, suspendedAt } = installation
  const accountId = await accountOfOwner(context, db, owner.id)
  await upsertGithubInstallation(db, { host: context.app.host, installationId, accountId, ownerId: owner.id, ownerLogin: owner.login, ...(suspendedAt !== undefined && { suspendedAt }) })
  return accountId
}

/** Stores a repository, and with it the installation through which it was told of: events may come in any order, and some not at all. */
export async function recordRepository(context: InstallationContext, db: Database, installationId: number, repository: Repository): Promise<string> {
  const { owner, id, name, private: isPrivate, default_branch: defaultBranch } = repository
  const accountId = await recordInstallation(context, db, { installationId, owner })
  await upsertGithubRepository(db, { host: context.app.host, repositoryId: id, accountId, installationId, ownerLogin: owner.login, name, isPrivate, defaultBranch })
  return accountId
}
