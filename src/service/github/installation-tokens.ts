import { LRUCache } from 'lru-cache'
import type { Database } from '../db/client.ts'
import { findGithubInstallation } from '../db/github/installations.ts'
import type { GitCredential } from '../../engine/sources/source.ts'
import { type InstallationToken, type MintContext, mintToken } from './mint-token.ts'
import { tokenRights } from './permissions.ts'
import { repositoryAt } from './repository-address.ts'

/**
 * Returns an account's credential for reading a repository, or undefined if the account has no access. Throws
 * ScanFailure UPSTREAM_UNAVAILABLE.
 */
export type RepositoryCredential = (
  accountId: string,
  repository: URL,
  signal: AbortSignal,
) => Promise<GitCredential | undefined>

/** Minimum remaining lifetime of a token, because a fetch may take that long. A new token is valid for an hour. */
const reserveMs = 5 * 60_000

const maxTokens = 1_000

/**
 * Creates credentials for an account's own installations of the GitHub App. Each token is read-only and limited to one
 * repository. Tokens exist only in this process's memory. The installation is looked up each time, so removed and
 * suspended ones lose access immediately.
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

/** GitHub accepts installation tokens from git in this form. */
const credentialOf = ({ token }: InstallationToken): GitCredential => ({ username: 'x-access-token', password: token })
