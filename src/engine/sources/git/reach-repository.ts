import type { SourceContext } from '../source.ts'
import type { GitLimits } from './git-limits.ts'
import { openRepository, type RemoteRepository } from './remote-repository.ts'
import { inaccessible } from './repository-failure.ts'

export interface Reached {
  readonly remote: RemoteRepository
  /** True if the repository can only be read with the account's credential. */
  readonly isPrivate: boolean
}

/**
 * Opens a repository, first without credentials: if that works, the repository is public, whatever permissions the
 * account has. Otherwise, tries the account's credential, if there is one; the repository is then private, and scan
 * results are visible only to that account. Throws a ScanFailure (see `inaccessible`), NetworkFailure, MalformedAnswer,
 * or RemoteRefusal.
 */
export async function reachRepository(context: SourceContext, repository: string, limits: GitLimits): Promise<Reached> {
  const url = new URL(repository)
  const opening = { reach: context.git, limits, signal: context.signal }
  const openly = await openRepository(url, opening)
  if (!('inaccessible' in openly)) return { remote: openly, isPrivate: false }
  const access = await context.git.accessFor?.(url, context.signal)
  if (access === undefined) throw inaccessible(repository, openly.legally)
  const remote = await openRepository(url, { ...opening, access })
  if ('inaccessible' in remote) throw inaccessible(repository, remote.legally)
  return { remote, isPrivate: true }
}
