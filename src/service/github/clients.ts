import { RequestError } from '@octokit/request-error'
import { Octokit } from '@octokit/rest'
import { LRUCache } from 'lru-cache'
import { githubLimited } from './metrics.ts'
import { appToken } from './github-app.ts'
import type { GitHubApp } from '../../settings/github-settings.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { githubProblem } from './checks/github-problem.ts'
import { GitHubLimited, type GitHubLimits, payerOf, reportedWindow, type RequestKind, theApp } from './github-limits.ts'
import { githubPriorities } from './github-priorities.ts'
import { type InstallationToken, type MintContext, mintToken, type TokenPermissions } from './mint-token.ts'
import type { RepositoryName } from './repository-address.ts'

/** A repository and its installation. */
export interface InstalledRepository extends RepositoryName {
  readonly installationId: number
  readonly ownerId: number
  readonly repositoryId: number
}

/** Client for one repository, and its current name on GitHub. A rename event may not have arrived yet. */
export interface RepositoryClient {
  readonly octokit: Octokit
  readonly at: { readonly owner: string; readonly repo: string }
  /** True if the token was just created. */
  readonly isFresh: boolean
}

/** Clients for GitHub's REST API: for the app itself, and for individual repositories. */
export interface GitHubClients {
  app(): Octokit
  /**
   * Returns a client for one of an installation's repositories, with exactly these permissions, or undefined if the app
   * has no access. Throws ScanFailure UPSTREAM_UNAVAILABLE, or GitHubLimited while a rate limit applies.
   */
  repository(
    repository: InstalledRepository,
    permissions: TokenPermissions,
    signal: AbortSignal,
  ): Promise<RepositoryClient | undefined>
  /**
   * Returns the milliseconds until initial scans of an installation may use requests. 0 if they may use some now.
   */
  pauseBeforeInitialScans(installationId: number): Promise<number>
  /** Returns clients that send requests with this priority. They share their tokens with these. */
  as(priority: number): GitHubClients
  /** Discards the token for a repository, because GitHub rejected it. */
  forget(repository: InstalledRepository, permissions: TokenPermissions): void
}

/** Minimum remaining lifetime of a token. An operation takes seconds, not minutes. */
const reserveMs = 2 * 60_000

const maxTokens = 5_000

/**
 * Creates the clients. Each token is limited to one repository and one task, is valid for at most an hour, and exists
 * only in this process's memory. While GitHub's rate limit blocks requests, they fail with GitHubLimited.
 */
export function createGitHubClients(context: MintContext): GitHubClients {
  const tokens = new LRUCache<string, InstallationToken>({ max: maxTokens })
  const { limits } = context
  const fetch = guardedFetch(context.network)
  const speaking = (who: string, authorization: string, priority: number) =>
    octokit(context.app, { fetch, authorization, who, limits, priority })
  const withPriority = (priority: number): GitHubClients => ({
    as: withPriority,
    async pauseBeforeInitialScans(installationId) {
      const kind = { priority: githubPriorities.background, isWrite: false }
      try {
        for (const who of [theApp, payerOf(installationId)]) (await limits.acquire(who, kind))[Symbol.dispose]()
        return 0
      } catch (error) {
        if (!(error instanceof GitHubLimited)) throw error
        return Math.max(1, error.until.getTime() - Date.now())
      }
    },
    app: () => speaking(theApp, `Bearer ${appToken(context.app)}`, priority),
    async repository(repository, permissions, signal) {
      const key = keyOf(repository, permissions)
      const known = tokens.get(key)
      const isKnown = known !== undefined && known.expiresAt.getTime() - reserveMs > Date.now()
      const token = isKnown
        ? known
        : await mintToken(context, { ...repository, repository, permissions, signal, priority })
      if (token) tokens.set(key, token)
      else tokens.delete(key)
      return (
        token && {
          octokit: speaking(payerOf(repository.installationId), `token ${token.token}`, priority),
          at: { owner: token.repository.owner, repo: token.repository.name },
          isFresh: !isKnown,
        }
      )
    },
    forget: (repository, permissions) => void tokens.delete(keyOf(repository, permissions)),
  })
  return withPriority(githubPriorities.push)
}

// Includes the stored names. Once a rename is known, tokens for the old name are no longer used.
const keyOf = ({ installationId, repositoryId, owner, name }: InstalledRepository, permissions: TokenPermissions) =>
  `${installationId}/${repositoryId}/${owner}/${name}/${JSON.stringify(permissions)}`.toLowerCase()

/** Sends a request unless a rate limit blocks it, and records new limits. */
async function heeding<Answer extends { readonly headers: object }>(
  limits: GitHubLimits,
  { who, ...kind }: RequestKind & { readonly who: string },
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const permit = await limits.acquire(who, kind)
  const noteWindow = (headers: object) => {
    const window = reportedWindow({ ...headers })
    if (window) limits.noteWindow(who, window)
  }
  try {
    const answer = await ask()
    noteWindow(answer.headers)
    return answer
  } catch (error) {
    if (error instanceof RequestError) noteWindow(error.response?.headers ?? {})
    const problem = githubProblem(error)
    if (problem?.kind === 'limited') {
      limits.note(who, problem.until)
      githubLimited.inc()
    }
    throw error
  } finally {
    permit[Symbol.dispose]()
  }
}

function octokit(
  { apiUrl }: GitHubApp,
  {
    fetch,
    authorization,
    who,
    limits,
    priority,
  }: { fetch: typeof globalThis.fetch; authorization: string; who: string; limits: GitHubLimits; priority: number },
): Octokit {
  const client = new Octokit({
    baseUrl: apiUrl,
    userAgent: 'assay',
    request: { fetch },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  client.hook.before('request', (options) => {
    options.headers.authorization = authorization
    options.headers['x-github-api-version'] = '2022-11-28'
  })
  client.hook.wrap('request', (request, options) => {
    const isWrite = options.method !== 'GET'
    const kind = { who, isWrite, priority: Number(options.request?.['priority'] ?? priority) }
    return heeding(limits, kind, async () => request(options))
  })
  return client
}
