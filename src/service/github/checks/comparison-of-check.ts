import type { GithubComparison } from '../../db/github/comparisons.ts'
import type { InstalledRepository, RepositoryClient } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import { type Comparison, compareCommits } from './comparison.ts'
import { githubProblem } from './github-problem.ts'
import { withRepositoryToken } from './with-repository-token.ts'

/**
 * The repository's current name on GitHub, and the difference between a comparison's commits. The difference is
 * undefined if there is no base.
 */
export interface ComparedCommits {
  readonly at: RepositoryClient['at'] | undefined
  readonly comparison?: Comparison
  /** True if the base branch does not exist or was deleted. The event's base commit is used instead. */
  readonly isBaseGone: boolean
  /** True if GitHub did not find a commit or branch. Right after a push, a replica may not have it yet. */
  readonly isMissing: boolean
  /** True if the base branch contains the head, for example after a merge. The event's base commit is used instead. */
  readonly isHeadInBase: boolean
}

/** The head of a comparison, and its base branch or commit. */
type Compared = Pick<GithubComparison, 'cause' | 'baseRef' | 'baseSha'> & { readonly headSha: string }

/**
 * Returns the difference between a comparison's commits, or undefined if the app has no access to the repository. A
 * pull request is compared with its current base branch, because the event's base commit may be older. If the base
 * branch already contains the head after a merge, the event's base commit is used to show the pull request's changes.
 * If GitHub cannot compare the commits, because one no longer exists or they share no history, the scans are compared
 * directly and no line is annotated.
 */
export async function comparisonOf(
  { clients }: Pick<GitHubContext, 'clients'>,
  { baseSha, baseRef, headSha, cause }: Compared,
  installed: InstalledRepository,
  signal: AbortSignal,
): Promise<ComparedCommits | undefined> {
  const bases = baseSha === null ? [] : cause === 'pull_request' ? [baseRef, baseSha] : [baseSha]
  try {
    return await withRepositoryToken(clients, installed, tokenRights.readContents, signal, async (octokit, at) => {
      let [isHeadInBase, isBaseMissing] = [false, false]
      for (const [index, base] of bases.entries()) {
        try {
          const comparison = await compareCommits(octokit, at, { base, head: headSha })
          if (index === bases.length - 1 || comparison.mergeBase !== headSha)
            return { at, comparison, isBaseGone: index > 0 && !isHeadInBase, isMissing: isBaseMissing, isHeadInBase }
          isHeadInBase = true
        } catch (error) {
          if (!isMissing(error) || index === bases.length - 1) throw error
          isBaseMissing = true
        }
      }
      return { at, isBaseGone: false, isMissing: false, isHeadInBase }
    })
  } catch (error) {
    if (baseSha === null || !isMissing(error)) throw error
    // A commit that was replaced by a force-push may no longer exist. A pull request's base always exists.
    return {
      at: undefined,
      isBaseGone: true,
      isMissing: true,
      isHeadInBase: false,
      ...(cause !== 'push' && { comparison: { mergeBase: baseSha, changedLines: [] } }),
    }
  }
}

function isMissing(error: unknown): boolean {
  const kind = githubProblem(error)?.kind
  return kind === 'gone' || kind === 'refused'
}
