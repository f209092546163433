import type { Source } from '../source.ts'
import { fetchRepository } from './fetch-repository.ts'
import { gitLimits, type GitLimits } from './git-limits.ts'
import { parseRepositoryUrl, repositoryExamples } from './repository-url.ts'
import { resolveRepository } from './resolve-repository.ts'

/** Repositories on any git server that supports smart HTTP over TLS, with the given limits. */
export function gitSource(limits: GitLimits): Source<'git'> {
  return {
    id: 'git',
    examples: repositoryExamples,
    accepts: parseRepositoryUrl,
    resolve: (context, target) => resolveRepository(context, target, limits),
    fetch: (context, resolved) => fetchRepository(context, resolved, limits),
  }
}

export const git: Source<'git'> = gitSource(gitLimits)
