import { setTimeout as wait } from 'node:timers/promises'
import type { Octokit } from '@octokit/rest'
import type { GitHubClients, InstalledRepository, RepositoryClient } from '../clients.ts'
import type { TokenPermissions } from '../mint-token.ts'
import { githubProblem } from './github-problem.ts'

/** A new token is not known everywhere at GitHub for some seconds. */
const tokenRetriesMs = [500, 1_500, 4_000]

/**
 * Does something in a repository with a token for that alone. Undefined when the app may not, or not any more.
 * A token that is refused is made anew, some times, and so is one under whose names there is nothing any more; other
 * failures are thrown as they are. What is done may so be begun more than once.
 *
 * @param speak is told the names that the repository has at GitHub
 */
export async function withRepositoryToken<Result>(
  clients: GitHubClients,
  repository: InstalledRepository,
  permissions: TokenPermissions,
  signal: AbortSignal,
  speak: (octokit: Octokit, at: RepositoryClient['at']) => Promise<Result>,
): Promise<Result | undefined> {
  for (const pauseMs of [...tokenRetriesMs, undefined]) {
    const client = await clients.repository(repository, permissions, signal)
    if (!client) return undefined
    try {
      return await speak(client.octokit, client.at)
    } catch (error) {
      const kind = githubProblem(error)?.kind
      const isWorthAnother = kind === 'token' || (kind === 'gone' && !client.isFresh)
      if (isWorthAnother) clients.forget(repository, permissions)
      if (!isWorthAnother || pauseMs === undefined) throw error
      if (kind === 'token') await wait(pauseMs, undefined, { signal })
    }
  }
  return undefined
}
