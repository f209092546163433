import { type GithubCheck } from '../../db/github-checks.ts'
import type { InstalledRepository } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import { type Comparison, compareCommits } from './comparison.ts'
import { githubProblem } from './github-problem.ts'
import { speakIn } from './speak-in.ts'

/**
 * What lies between the commits of a check; undefined when there is nothing to compare with. Commits that GitHub cannot compare,
 * since one is gone or they have nothing in common, are compared as they are, and nothing is annotated.
 */
export async function comparisonOf({ clients }: Pick<GitHubContext, 'clients'>, { baseSha, headSha, cause }: GithubCheck, installed: InstalledRepository, signal: AbortSignal): Promise<Comparison | 'no access' | undefined> {
  try {
    const compared = await speakIn(clients, installed, tokenRights.readContents, signal, async (octokit, at) => (baseSha === null ? 'nothing' : compareCommits(octokit, at, { base: baseSha, head: headSha })))
    return compared === undefined ? 'no access' : compared === 'nothing' ? undefined : compared
  } catch (error) {
    const kind = githubProblem(error)?.kind
    if (baseSha === null || (kind !== 'gone' && kind !== 'refused')) throw error
    // What a push replaced may be gone for good; what a pull request is made for is not.
    return cause === 'push' ? undefined : { mergeBase: baseSha, changedLines: [] }
  }
}
