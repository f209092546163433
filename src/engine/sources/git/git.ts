import type { Source } from '../source.ts'
import { gitLimits, type GitLimits } from './git-limits.ts'
import { parseRepositoryUrl, repositoryExamples } from './repository-url.ts'

/** Returns the source for repositories on any git server that supports smart HTTP over TLS. */
export function gitSource(limits: GitLimits): Source<'git'> {
  return {
    id: 'git',
    examples: repositoryExamples,
    accepts: parseRepositoryUrl,
    // Imported on first use.
    resolve: async (context, target) =>
      (await import('./resolve-repository.ts')).resolveRepository(context, target, limits),
    fetch: async (context, resolved) =>
      (await import('./fetch-repository.ts')).fetchRepository(context, resolved, limits),
  }
}

export const git: Source<'git'> = gitSource(gitLimits)
