import type { Database } from '../../db/client.ts'
import { type ClaimChange, findInstalledRepository } from '../../db/registry/claims.ts'
import type { ClaimedSource } from './look-for-claim.ts'

/** The repository and owner, by GitHub's numbers, whose installation shows a claim. */
export type InstalledOwner = Required<Pick<ClaimChange, 'githubHost' | 'githubRepositoryId' | 'githubOwnerId'>>

/**
 * The public repository among a server's sources that the account has by an installation of the GitHub App; undefined
 * when it has none.
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

/** Host, owner and name in the address of a repository; hosts that are no GitHub have none in the database. */
function githubName(
  canonicalUrl: string,
): { readonly host: string; readonly ownerLogin: string; readonly name: string } | undefined {
  const url = URL.parse(canonicalUrl)
  const [ownerLogin, name, ...rest] = url?.pathname.split('/').slice(1) ?? []
  return url && ownerLogin && name && rest.length === 0 ? { host: url.host, ownerLogin, name } : undefined
}
