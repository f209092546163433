import type { Database } from '../../db/client.ts'
import { type ClaimChange, findInstalledRepository } from '../../db/registry/claims.ts'
import type { ClaimedSource } from './look-for-claim.ts'

/** GitHub IDs of the repository and owner whose installation proves a claim. */
export type InstalledOwner = Required<Pick<ClaimChange, 'githubHost' | 'githubRepositoryId' | 'githubOwnerId'>>

/**
 * Returns a public repository among the server's sources that the account's GitHub App installation includes, or
 * undefined.
 */
export async function findInstalledSource(
  db: Database,
  accountId: string,
  places: readonly ClaimedSource[],
): Promise<InstalledOwner | undefined> {
  for (const place of places) {
    const named = place.type === 'git' ? githubName(place.canonicalUrl) : undefined
    const repository = named && (await findInstalledRepository(db, { ...named, accountId }))
    if (named && repository)
      return { githubHost: named.host, githubRepositoryId: repository.repositoryId, githubOwnerId: repository.ownerId }
  }
  return undefined
}

/**
 * Returns the host, owner, and name from a repository URL. The host may not be GitHub, but no installation matches it
 * then.
 */
function githubName(
  canonicalUrl: string,
): { readonly host: string; readonly ownerLogin: string; readonly name: string } | undefined {
  const url = URL.parse(canonicalUrl)
  const [ownerLogin, name, ...rest] = url?.pathname.split('/').slice(1) ?? []
  return url && ownerLogin && name && rest.length === 0 ? { host: url.host, ownerLogin, name } : undefined
}
