import type { Source } from '../source.ts'
import { gitLimits, type GitLimits } from './git-limits.ts'
import { parseRepositoryUrl, repositoryExamples } from './repository-url.ts'

/** Repositories on any git server that supports smart HTTP over TLS, with the given limits. */
export function gitSource(limits: GitLimits): Source<'git'> {
  return {
    id: 'git',
    examples: repositoryExamples,
    accepts: parseRepositoryUrl,
    // These modules load with the first repository.
    resolve: async (context, target) =>
      (await import('./resolve-repository.ts')).resolveRepository(context, target, limits),
    fetch: async (context, resolved) =>
      (await import('./fetch-repository.ts')).fetchRepository(context, resolved, limits),
  }
}

export const git: Source<'git'> = gitSource(gitLimits)
