import type { GithubComparison } from '../../db/github/comparisons.ts'
import type { InstalledRepository, RepositoryClient } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import { type Comparison, compareCommits } from './comparison.ts'
import { githubProblem } from './github-problem.ts'
import { withRepositoryToken } from './with-repository-token.ts'

/**
 * How GitHub names a repository now, and what is between the commits of a comparison; absent when there is nothing to
 * compare with.
 */
export interface ComparedCommits {
  readonly at: RepositoryClient['at'] | undefined
  readonly comparison?: Comparison
  /** The base branch does not exist, or not any more: compared with the commit that the event has. */
  readonly isBaseGone: boolean
  /** GitHub did not find a commit or branch that it was asked for. Right after a push a replica may not have it yet. */
  readonly isMissing: boolean
  /** The base branch contains the head, as after a merge: compared with the commit that the event has. */
  readonly isHeadInBase: boolean
}

/** What is compared: a commit and the branch or commit of its base. */
type Compared = Pick<GithubComparison, 'cause' | 'baseRef' | 'baseSha'> & { readonly headSha: string }

/**
 * What is between the commits of a comparison; undefined when the app may not read the repository. A pull request is
 * compared with its base branch as it is now: the commit of an event may be an older one. If the base branch contains
 * the head, a merge put it there: what the pull request brings shows against the commit of the event. Commits that
 * GitHub cannot compare, because one is gone or they have nothing in common, are compared as they are, and nothing is
 * annotated.
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
    // What a push replaced may be gone for good; what a pull request is made for is not.
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
