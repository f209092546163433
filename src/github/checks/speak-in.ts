import { setTimeout as wait } from 'node:timers/promises'
import type { Octokit } from '@octokit/rest'
import type { GitHubClients, InstalledRepository } from '../clients.ts'
import type { TokenPermissions } from '../mint-token.ts'
import { githubProblem } from './github-problem.ts'

/** A new token is not known everywhere at GitHub for some seconds. */
const tokenRetriesMs = [500, 1_500, 4_000]

/**
 * Does something in a repository with a token for that alone. Undefined when the app may not, or not any more.
 * A token that is refused is made anew, some times; other failures are thrown as they are.
 */
export async function speakIn<Result>(clients: GitHubClients, repository: InstalledRepository, permissions: TokenPermissions, signal: AbortSignal, speak: (octokit: Octokit) => Promise<Result>): Promise<Result | undefined> {
  for (const pauseMs of [...tokenRetriesMs, undefined]) {
    const octokit = await clients.repository(repository, permissions, signal)
    if (!octokit) return undefined
    try {
      return await speak(octokit)
    } catch (error) {
      const isTokenRefused = githubProblem(error)?.kind === 'token'
      if (isTokenRefused) clients.forget(repository, permissions)
      if (!isTokenRefused || pauseMs === undefined) throw error
      await wait(pauseMs, undefined, { signal })
    }
  }
  return undefined
}
