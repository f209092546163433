import { createAccount } from '../accounts/create-account.ts'
import { findAccountByName } from '../db/accounts/accounts.ts'
import type { Database } from '../db/client.ts'
import { findInstallationByNumber, upsertGithubInstallation } from '../db/github/installations.ts'
import { isRecordedRemoval } from '../db/scans/repository-scans.ts'
import type { GitHubContext } from './github-event.ts'

type InstallationContext = Pick<GitHubContext, 'masterKey' | 'app'>

/**
 * Returns a GitHub owner's account, and creates it on first use. Owners are identified by GitHub ID, because an
 * abandoned login can be registered by another user, and a reinstalled app must find its account.
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

/** Returns the account name for an owner at a GitHub host. */
export function accountNameOfOwner(host: string, ownerId: number): string {
  return `${host}/owners/${ownerId}`
}

/** Returns an installation's subject in removal records. */
export function installationSubject(host: string, installationId: number): string {
  return `${host} installation ${installationId}`
}

/** An installation as described by an event. */
interface ToldInstallation {
  readonly installationId: number
  readonly owner: { readonly id: number; readonly login: string }
}

/**
 * Stores the current data of an installation and returns its account. Returns undefined for late events of a removed or
 * replaced installation. GitHub's installation IDs increase and are never reused.
 *
 * @param suspendedAt Undefined if unchanged.
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

/** Returns the account of an active installation, or undefined if it is suspended or outdated. */
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
  // The event is about the new owner of a transferred repository. If the new owner has an installation, its own events
  // contain the data.
  if (known && known.ownerId !== installation.owner.id) return undefined
  return recordInstallation(context, db, installation)
}
