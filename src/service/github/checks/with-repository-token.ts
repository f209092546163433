import { setTimeout as wait } from 'node:timers/promises'
import type { Octokit } from '@octokit/rest'
import type { GitHubClients, InstalledRepository, RepositoryClient } from '../clients.ts'
import type { TokenPermissions } from '../mint-token.ts'
import { githubProblem } from './github-problem.ts'

/** Pauses before retries. For some seconds, parts of GitHub do not accept a new token. */
const tokenRetriesMs = [500, 1_500, 4_000]

/**
 * Runs an operation with a token for one repository only. Returns undefined if the app has no access. If GitHub rejects
 * the token or no longer knows the repository's name, retries a few times with a new token, so the operation may run
 * more than once. Rethrows other errors.
 *
 * @param speak Receives a client, and the repository's current name on GitHub.
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
