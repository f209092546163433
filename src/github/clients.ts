import { Octokit } from '@octokit/rest'
import { LRUCache } from 'lru-cache'
import { appToken, type GitHubApp } from './github-app.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { type InstallationToken, type MintContext, mintToken, type TokenPermissions } from './mint-token.ts'
import type { RepositoryName } from './repository-address.ts'

/** A repository as an installation has it. */
export interface InstalledRepository extends RepositoryName {
  readonly installationId: number
  /** GitHub's number of the owner. */
  readonly ownerId: number
}

/** GitHub's REST API, for the app itself and for what it may do in one repository. */
export interface GitHubClients {
  /** Speaks for the app itself. */
  app(): Octokit
  /** Speaks for the installation in one repository, with no more than these permissions; undefined when it may not, or not any more. Throws ScanFailure UPSTREAM_UNAVAILABLE. */
  repository(repository: InstalledRepository, permissions: TokenPermissions, signal: AbortSignal): Promise<Octokit | undefined>
  /** Drops the token for a repository: GitHub refused it. */
  forget(repository: InstalledRepository, permissions: TokenPermissions): void
}

/** A call takes seconds, not minutes. */
const reserveMs = 2 * 60_000

const mostTokens = 5_000

/** Tokens are narrowed to one repository and one task, last an hour at most, and live in the memory of this process alone. */
export function createGitHubClients(context: MintContext): GitHubClients {
  const tokens = new LRUCache<string, InstallationToken>({ max: mostTokens })
  const speaking = (authorization: string) => octokit(context.app, guardedFetch(context.network), authorization)
  return {
    app: () => speaking(`Bearer ${appToken(context.app)}`),
    async repository(repository, permissions, signal) {
      const key = keyOf(repository, permissions)
      const known = tokens.get(key)
      const token = known && known.expiresAt.getTime() - reserveMs > Date.now() ? known : await mintToken(context, { ...repository, repository, permissions, signal })
      if (token) tokens.set(key, token)
      else tokens.delete(key)
      return token && speaking(`token ${token.token}`)
    },
    forget: (repository, permissions) => void tokens.delete(keyOf(repository, permissions)),
  }
}

const keyOf = ({ installationId, owner, name }: InstalledRepository, permissions: TokenPermissions) => `${installationId}/${owner}/${name}/${JSON.stringify(permissions)}`.toLowerCase()

function octokit({ apiUrl }: GitHubApp, fetch: typeof globalThis.fetch, authorization: string): Octokit {
  const client = new Octokit({ baseUrl: apiUrl, userAgent: 'assay', request: { fetch }, log: { debug() {}, info() {}, warn() {}, error() {} } })
  client.hook.before('request', (options) => {
    options.headers.authorization = authorization
    options.headers['x-github-api-version'] = '2022-11-28'
  })
  return client
}
