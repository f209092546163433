import type { SourceContext } from '../source.ts'
import type { GitLimits } from './git-limits.ts'
import { openRepository, type RemoteRepository } from './remote-repository.ts'
import { inaccessible } from './repository-failure.ts'

export interface Reached {
  readonly remote: RemoteRepository
  /** True if the repository can be read only with the account's credential. */
  readonly isPrivate: boolean
}

/**
 * Opens a repository. Tries without credentials first, because a repository that everyone can read is public regardless
 * of the account's permissions. Otherwise, uses the account's credential, if it has one. Only the account can see
 * results for such a private repository. Throws the ScanFailure of `inaccessible`, NetworkFailure, MalformedAnswer, and
 * RemoteRefusal.
 */
export async function reachRepository(context: SourceContext, repository: string, limits: GitLimits): Promise<Reached> {
  const url = new URL(repository)
  const opening = { reach: context.git, limits, signal: context.signal }
  const openly = await openRepository(url, opening)
  if (!('inaccessible' in openly)) return { remote: openly, isPrivate: false }
  const credential = await context.git.credentialFor?.(url, context.signal)
  if (credential === undefined) throw inaccessible(repository, openly.legally)
  const remote = await openRepository(url, { ...opening, credential })
  if ('inaccessible' in remote) throw inaccessible(repository, remote.legally)
  return { remote, isPrivate: true }
}
