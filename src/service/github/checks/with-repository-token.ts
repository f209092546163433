import { setTimeout as wait } from 'node:timers/promises'
import type { Octokit } from '@octokit/rest'
import type { GitHubClients, InstalledRepository, RepositoryClient } from '../clients.ts'
import type { TokenPermissions } from '../mint-token.ts'
import { githubProblem } from './github-problem.ts'

/** A new token is not accepted everywhere at GitHub for some seconds. */
const tokenRetriesMs = [500, 1_500, 4_000]

/**
 * Runs an operation in a repository with a token for that repository only. Undefined without access. If a token is
 * refused, or if its repository name no longer exists, a new token is created, a few times. Other failures are
 * rethrown. The operation may therefore be started more than once.
 *
 * @param speak receives the current names of the repository at GitHub
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
