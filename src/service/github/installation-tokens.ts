import { LRUCache } from 'lru-cache'
import type { Database } from '../db/client.ts'
import { findGithubInstallation } from '../db/github/installations.ts'
import type { GitCredential } from '../../engine/sources/source.ts'
import { type InstallationToken, type MintContext, mintToken } from './mint-token.ts'
import { tokenRights } from './permissions.ts'
import { repositoryAt } from './repository-address.ts'

/**
 * The credential with which an account may read a repository; undefined when it has none. Throws ScanFailure
 * UPSTREAM_UNAVAILABLE.
 */
export type RepositoryCredential = (
  accountId: string,
  repository: URL,
  signal: AbortSignal,
) => Promise<GitCredential | undefined>

/** A token lasts an hour; one that ends within this time is not begun with: a fetch may take so long. */
const reserveMs = 5 * 60_000

const maxTokens = 1_000

/**
 * Gives accounts access to the repositories of their own installations of the GitHub App, each token
 * for one repository and for reading only. Tokens live in the memory of this process and nowhere
 * else. The installation is looked up each time, so that a removed or suspended one ends at once.
 */
export function createInstallationTokens({
  db,
  ...context
}: MintContext & { readonly db: Database }): RepositoryCredential {
  const tokens = new LRUCache<string, InstallationToken>({ max: maxTokens })

  return async (accountId, address, signal) => {
    const repository = repositoryAt(context.app.host, address)
    if (!repository) return undefined
    const installation = await findGithubInstallation(db, {
      accountId,
      host: context.app.host,
      ownerLogin: repository.owner,
    })
    if (!installation || installation.suspendedAt !== null) return undefined
    const { installationId, ownerId } = installation

    const key = `${installationId}/${repository.owner}/${repository.name}`.toLowerCase()
    const known = tokens.get(key)
    if (known && known.expiresAt.getTime() - reserveMs > Date.now()) return credentialOf(known)
    const minted = await mintToken(context, {
      installationId,
      ownerId,
      repository,
      permissions: tokenRights.readContents,
      signal,
    })
    if (minted) tokens.set(key, minted)
    else tokens.delete(key)
    return minted && credentialOf(minted)
  }
}

/** The form in which GitHub takes an installation token from git. */
const credentialOf = ({ token }: InstallationToken): GitCredential => ({ username: 'x-access-token', password: token })
