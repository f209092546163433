import type { GitTarget } from '../../model/target.ts'
import type { ResolvedGitSource, SourceContext } from '../source.ts'
import { chooseRevision } from './choose-revision.ts'
import type { GitLimits } from './git-limits.ts'
import { reachRepository } from './reach-repository.ts'
import { reachabilityOf } from './reachability.ts'
import { repositoryFailure } from './repository-failure.ts'
import { canonicalRepositoryUrl } from './repository-url.ts'

/** Resolves a target to its current commit. */
export async function resolveRepository(
  context: SourceContext,
  { repository, ref, treePath }: GitTarget,
  limits: GitLimits,
): Promise<ResolvedGitSource> {
  const { signal } = context
  try {
    const { remote, isPrivate } = await reachRepository(context, repository, limits)
    using _ = remote
    const choice = await chooseRevision(
      remote,
      { ...(ref !== undefined && { ref }), ...(treePath !== undefined && { treePath }) },
      limits,
    )
    const reachability =
      choice.byId === true
        ? await reachabilityOf(choice.commit, { remote, git: context.git, limits, signal })
        : undefined
    const foundBy = choice.ref ?? (reachability?.reached === true ? reachability.ref : undefined)
    return {
      type: 'git',
      repository,
      canonicalUrl: canonicalUrlOf(repository, remote.address, context.git.githubHost),
      revision: choice.commit,
      ...(foundBy !== undefined && { ref: foundBy }),
      ...(choice.folder !== undefined && { folder: choice.folder }),
      ...(reachability?.reached === false && { unverifiedRevision: true as const }),
      ...(isPrivate && { isPrivate: true as const }),
      ...(remote.isInternal() && { isInternal: true as const }),
    }
  } catch (error) {
    throw repositoryFailure(repository, error, signal)
  }
}

/**
 * Returns the redirected URL if the host itself redirected to it, as for a renamed repository. Redirects to other hosts
 * are ignored, because anyone may control those hosts.
 */
function canonicalUrlOf(repository: string, found: URL, githubHost: string | undefined): string {
  const { origin, host } = new URL(repository)
  const known = found.origin === origin ? (canonicalRepositoryUrl(found) ?? repository) : repository
  return host === githubHost ? known.toLowerCase() : known
}
