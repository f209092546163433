import { createAccount } from '../accounts/create-account.ts'
import { findAccountByName } from '../db/accounts/accounts.ts'
import type { Database } from '../db/client.ts'
import { findInstallationByNumber, upsertGithubInstallation } from '../db/github/installations.ts'
import { isRecordedRemoval } from '../db/scans/repository-scans.ts'
import type { GitHubContext } from './github-event.ts'

type InstallationContext = Pick<GitHubContext, 'masterKey' | 'app'>

/**
 * The account of a GitHub owner, created on first use. Identified by GitHub ID, because a login can be abandoned and
 * registered by a different user, and a reinstalled app finds its account.
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

/** The name of the account of an owner at a GitHub host. */
export function accountNameOfOwner(host: string, ownerId: number): string {
  return `${host}/owners/${ownerId}`
}

/** Name of an installation in removal records. */
export function installationSubject(host: string, installationId: number): string {
  return `${host} installation ${installationId}`
}

/** An installation in an event. */
interface ToldInstallation {
  readonly installationId: number
  readonly owner: { readonly id: number; readonly login: string }
}

/**
 * Stores the current data of an installation and returns its account. Undefined for late events of an installation
 * that was removed or replaced. GitHub's installation IDs increase and are never reused.
 *
 * @param suspendedAt absent if unchanged
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

/** Account of an active installation. Undefined if it is suspended or no longer valid. */
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
  // For the new owner of a transferred repository. Events of that owner's own installation contain the data, if there
  // is one.
  if (known && known.ownerId !== installation.owner.id) return undefined
  return recordInstallation(context, db, installation)
}
