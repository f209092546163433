import type { GithubCheck } from '../../db/github-checks.ts'
import type { InstalledRepository, RepositoryClient } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import { type Comparison, compareCommits } from './comparison.ts'
import { githubProblem } from './github-problem.ts'
import { speakIn } from './speak-in.ts'

/** How GitHub names a repository now, and what lies between the commits of a check; absent when there is nothing to compare with. */
export interface ComparedCheck {
  readonly at: RepositoryClient['at'] | undefined
  readonly comparison?: Comparison
}

/**
 * What lies between the commits of a check; undefined when the app may not read the repository. Commits that GitHub cannot compare,
 * since one is gone or they have nothing in common, are compared as they are, and nothing is annotated.
 */
export async function comparisonOf({ clients }: Pick<GitHubContext, 'clients'>, { baseSha, headSha, cause }: GithubCheck, installed: InstalledRepository, signal: AbortSignal): Promise<ComparedCheck | undefined> {
  try {
    return await speakIn(clients, installed, tokenRights.readContents, signal, async (octokit, at) => ({ at, ...(baseSha !== null && { comparison: await compareCommits(octokit, at, { base: baseSha, head: headSha }) }) }))
  } catch (error) {
    const kind = githubProblem(error)?.kind
    if (baseSha === null || (kind !== 'gone' && kind !== 'refused')) throw error
    // What a push replaced may be gone for good; what a pull request is made for is not.
    return { at: undefined, ...(cause !== 'push' && { comparison: { mergeBase: baseSha, changedLines: [] } }) }
  }
}
