import { Octokit } from '@octokit/rest'
import { LRUCache } from 'lru-cache'
import { githubLimited } from './metrics.ts'
import { appToken } from './github-app.ts'
import type { GitHubApp } from '../../settings/github-settings.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { githubProblem } from './checks/github-problem.ts'
import { type GitHubLimits, theApp } from './github-limits.ts'
import { type InstallationToken, type MintContext, mintToken, type TokenPermissions } from './mint-token.ts'
import type { RepositoryName } from './repository-address.ts'

/** A repository as an installation has it. */
export interface InstalledRepository extends RepositoryName {
  readonly installationId: number
  /** GitHub's number of the owner. */
  readonly ownerId: number
  /** GitHub's number of the repository. */
  readonly repositoryId: number
}

/** A client for one repository, and how GitHub names that now: a rename may not have been heard of yet. */
export interface RepositoryClient {
  readonly octokit: Octokit
  readonly at: { readonly owner: string; readonly repo: string }
  /** Its token was made just now. */
  readonly isFresh: boolean
}

/** GitHub's REST API, for the app itself and for what it may do in one repository. */
export interface GitHubClients {
  /** Speaks for the app itself. */
  app(): Octokit
  /**
   * Speaks for the installation in one repository, with no more than these permissions; undefined when it may not, or
   * not any more. Throws ScanFailure UPSTREAM_UNAVAILABLE, and GitHubLimited before the time that GitHub named.
   */
  repository(
    repository: InstalledRepository,
    permissions: TokenPermissions,
    signal: AbortSignal,
  ): Promise<RepositoryClient | undefined>
  /** Drops the token for a repository: GitHub refused it. */
  forget(repository: InstalledRepository, permissions: TokenPermissions): void
}

/** A call takes seconds, not minutes. */
const reserveMs = 2 * 60_000

const maxTokens = 5_000

/**
 * Tokens are narrowed to one repository and one task, last an hour at most, and live in the memory of this process
 * alone. Who is told to wait is not spoken for before the time is there: requests fail as GitHubLimited then.
 */
export function createGitHubClients(context: MintContext): GitHubClients {
  const tokens = new LRUCache<string, InstallationToken>({ max: maxTokens })
  const { limits } = context
  const fetch = guardedFetch(context.network)
  const speaking = (who: string, authorization: string) => octokit(context.app, { fetch, authorization, who, limits })
  return {
    app: () => speaking(theApp, `Bearer ${appToken(context.app)}`),
    async repository(repository, permissions, signal) {
      const key = keyOf(repository, permissions)
      const known = tokens.get(key)
      const isKnown = known !== undefined && known.expiresAt.getTime() - reserveMs > Date.now()
      const token = isKnown ? known : await mintToken(context, { ...repository, repository, permissions, signal })
      if (token) tokens.set(key, token)
      else tokens.delete(key)
      return (
        token && {
          octokit: speaking(`installation ${repository.installationId}`, `token ${token.token}`),
          at: { owner: token.repository.owner, repo: token.repository.name },
          isFresh: !isKnown,
        }
      )
    },
    forget: (repository, permissions) => void tokens.delete(keyOf(repository, permissions)),
  }
}

// With the names as they are known here: once a rename is heard of, a token that tells the old ones is not used.
const keyOf = ({ installationId, repositoryId, owner, name }: InstalledRepository, permissions: TokenPermissions) =>
  `${installationId}/${repositoryId}/${owner}/${name}/${JSON.stringify(permissions)}`.toLowerCase()

/** Asks GitHub unless it wants to be asked later, and notes when it says so. */
async function heeding<Answer>(limits: GitHubLimits, who: string, ask: () => Promise<Answer>): Promise<Answer> {
  limits.check(who)
  try {
    return await ask()
  } catch (error) {
    const problem = githubProblem(error)
    if (problem?.kind === 'limited') {
      limits.note(who, problem.until)
      githubLimited.inc()
    }
    throw error
  }
}

function octokit(
  { apiUrl }: GitHubApp,
  {
    fetch,
    authorization,
    who,
    limits,
  }: { fetch: typeof globalThis.fetch; authorization: string; who: string; limits: GitHubLimits },
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
  client.hook.wrap('request', (request, options) => heeding(limits, who, async () => request(options)))
  return client
}
