import type { ResolvedGitSource, SourceContext } from '../source.ts'
import { commitOf, shortName } from './choose-revision.ts'
import type { GitLimits } from './git-limits.ts'
import { reachRepository } from './reach-repository.ts'
import { listRefs } from './remote-refs.ts'
import { repositoryFailure } from './repository-failure.ts'

/** Returns the commit of the first tag that exists, or undefined if none of them does. Throws ScanFailure. */
export async function resolveTag(
  context: SourceContext,
  repository: string,
  tags: readonly string[],
  limits: GitLimits,
): Promise<ResolvedGitSource | undefined> {
  try {
    const { remote, isPrivate } = await reachRepository(context, repository, limits)
    using _ = remote
    const names = tags.map((tag) => `refs/tags/${tag}`)
    const { refs } = await listRefs(remote, names, limits)
    const found = names.map((name) => refs.find((ref) => ref.name === name)).find((ref) => ref !== undefined)
    if (found === undefined) return undefined
    return {
      type: 'git',
      repository,
      canonicalUrl: repository,
      revision: commitOf(found),
      ref: shortName(found.name),
      ...(isPrivate && { isPrivate: true as const }),
      ...(remote.isInternal() && { isInternal: true as const }),
    }
  } catch (error) {
    throw repositoryFailure(repository, error, context.signal)
  }
}
