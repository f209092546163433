import { createAccount } from '../accounts/create-account.ts'
import { findAccountByName } from '../db/accounts/accounts.ts'
import type { Database } from '../db/client.ts'
import { findInstallationByNumber, upsertGithubInstallation } from '../db/github/installations.ts'
import { isRecordedRemoval } from '../db/scans/repository-scans.ts'
import type { GitHubContext } from './github-event.ts'

type InstallationContext = Pick<GitHubContext, 'masterKey' | 'app'>

/**
 * The account of an owner at GitHub, made when it is first heard of. It goes by GitHub's number: a login can be
 * given up and registered by somebody else, and an app that is installed again finds its account.
 */
export async function accountOfOwner(
  { masterKey, app }: InstallationContext,
  db: Database,
  ownerId: number,
): Promise<string> {
  const name = accountNameOfOwner(app.host, ownerId)
  const account =
    (await findAccountByName(db, name)) ??
    (await createAccount({ db, masterKey }, { name, plan: 'free' })) ??
    (await findAccountByName(db, name))
  if (!account) throw new Error(`the account ${name} was there and is gone`)
  return account.id
}

/** The name of the account that belongs to an owner at a GitHub host. */
export function accountNameOfOwner(host: string, ownerId: number): string {
  return `${host}/owners/${ownerId}`
}

/** How records of removals name an installation. */
export function installationSubject(host: string, installationId: number): string {
  return `${host} installation ${installationId}`
}

/** An installation as an event tells of it. */
interface ToldInstallation {
  readonly installationId: number
  readonly owner: { readonly id: number; readonly login: string }
}

/**
 * Stores an installation as it is now, and returns whose it is. Undefined for late news of one that was removed, or
 * that the owner has replaced: GitHub counts installations upwards and gives no number twice.
 *
 * @param suspendedAt absent: as it was before
 */
export async function recordInstallation(
  context: InstallationContext,
  db: Database,
  { installationId, owner, suspendedAt }: ToldInstallation & { readonly suspendedAt?: Date | null },
): Promise<string | undefined> {
  const { host } = context.app
  const accountId = await accountOfOwner(context, db, owner.id)
  const known = await findInstallationByNumber(db, { host, installationId })
  if (!known && (await isRecordedRemoval(db, { accountId, subject: installationSubject(host, installationId) })))
    return undefined
  const stored = await upsertGithubInstallation(db, {
    host,
    installationId,
    accountId,
    ownerId: owner.id,
    ownerLogin: owner.login,
    suspendedAt: suspendedAt === undefined ? (known?.suspendedAt ?? null) : suspendedAt,
  })
  return stored ? accountId : undefined
}

/** Whose an installation is that may work now; undefined when it is suspended, or none that holds any more. */
export async function accountOfInstallation(
  context: InstallationContext,
  db: Database,
  installation: ToldInstallation,
): Promise<string | undefined> {
  const known = await findInstallationByNumber(db, {
    host: context.app.host,
    installationId: installation.installationId,
  })
  if (known?.suspendedAt) return undefined
  // Of an owner to whom a repository went: that owner's own installation tells of it, if there is one.
  if (known && known.ownerId !== installation.owner.id) return undefined
  return recordInstallation(context, db, installation)
}
