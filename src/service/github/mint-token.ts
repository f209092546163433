import type { Logger } from 'pino'
import { z } from 'zod'
import { ScanFailure } from '../../engine/model/failure.ts'
import { type HttpResponse, type Network, NetworkFailure } from '../../engine/net/network.ts'
import { sendFollowing } from './follow-writes.ts'
import { appToken } from './github-app.ts'
import type { GitHubApp } from '../../settings/github-settings.ts'
import { GitHubLimited, type GitHubLimits, limitedUntil, reportedWindow, theApp } from './github-limits.ts'
import { githubPriorities } from './github-priorities.ts'
import type { RepositoryName } from './repository-address.ts'

/** Dependencies for creating tokens. */
export interface MintContext {
  readonly network: Network
  readonly app: GitHubApp
  readonly log: Logger
  readonly limits: GitHubLimits
}

/** Permissions of a token, in GitHub's terms. */
export type TokenPermissions = Readonly<
  Partial<Record<'checks' | 'contents' | 'metadata' | 'pull_requests' | 'security_events', 'read' | 'write'>>
>

export interface Minting {
  readonly installationId: number
  readonly ownerId: number
  readonly repository: RepositoryName
  /** GitHub repository ID. If it is set, the names may be outdated, and the result contains the current ones. */
  readonly repositoryId?: number
  readonly permissions: TokenPermissions
  readonly signal: AbortSignal
  /** Priority of the request. Defaults to that of pushes. */
  readonly priority?: number
}

/** A token for one repository. */
export interface InstallationToken {
  readonly token: string
  readonly expiresAt: Date
  /** The repository's current name on GitHub if the response contains it, or else the requested name. */
  readonly repository: RepositoryName
}

const MintedToken = z.object({
  // The token must not contain line breaks, because it is written to git on a single line.
  token: z.string().regex(/^[\x21-\x7e]{1,1000}$/),
  expires_at: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
  repositories: z
    .array(z.object({ id: z.int().optional(), name: z.string(), owner: z.object({ id: z.int(), login: z.string() }) }))
    .optional(),
})

/** Maximum response size. A response has a few kilobytes, mostly the repository description. */
const answerBytes = 512 * 1024

/**
 * Requests a token with exactly these permissions in this repository only. Returns undefined if there is no access: the
 * installation does not include the repository, is suspended or deleted, or the name now belongs to another owner's
 * repository. Throws ScanFailure UPSTREAM_UNAVAILABLE if GitHub gave no definite answer. While the rate limit is
 * exhausted, throws GitHubLimited without sending a request.
 */
export async function mintToken(
  { network, app, log, limits }: MintContext,
  minting: Minting,
): Promise<InstallationToken | undefined> {
  const { installationId, repository, repositoryId, permissions, signal, priority = githubPriorities.push } = minting
  const permit = await limits.acquire(theApp, { priority, isWrite: false })
  try {
    const answer = await sendFollowing(network, {
      url: `${app.apiUrl}/app/installations/${installationId}/access_tokens`,
      purpose: 'upstream',
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${appToken(app)}`,
        'content-type': 'application/json',
        'x-github-api-version': '2022-11-28',
      },
      body: JSON.stringify({
        ...(repositoryId === undefined ? { repositories: [repository.name] } : { repository_ids: [repositoryId] }),
        permissions,
      }),
      maxBytes: answerBytes,
      signal,
    })
    const window = reportedWindow(answer.headers)
    if (window) limits.noteWindow(theApp, window)
    const until = limitedUntil({ ...answer, message: answer.body.toString('utf8') }, new Date())
    if (until) {
      log.warn(
        { status: answer.status, installationId, until },
        'installation token request failed: GitHub rate limit reached',
      )
      limits.note(theApp, until)
      throw new GitHubLimited(until)
    }
    if (isNoAccess(answer)) return undefined
    const minted = answer.status === 201 ? readToken(answer.body) : undefined
    if (minted)
      return isAsked(minted, minting)
        ? { token: minted.token, expiresAt: minted.expires_at, repository: nameIn(minted) ?? repository }
        : undefined
    const hint = answer.status === 401 ? '; check APP_ID and PRIVATE_KEY' : ''
    log.error(
      { status: answer.status, installationId },
      `installation token request failed: unexpected response from GitHub${hint}`,
    )
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof NetworkFailure)) throw error
    log.warn({ err: error, installationId }, 'installation token request failed: GitHub unreachable')
  } finally {
    permit[Symbol.dispose]()
  }
  throw new ScanFailure(
    'UPSTREAM_UNAVAILABLE',
    'GitHub did not respond as expected, so Assay could not check whether this account can read the repository. Try ' +
      'again later.',
  )
}

/**
 * Reports whether a response means that there is no access. 404: the installation was deleted. 422: the repository is
 * not part of it. 403: it is suspended.
 */
function isNoAccess({ status }: HttpResponse): boolean {
  return status === 404 || status === 422 || status === 403
}

function readToken(body: Buffer): z.output<typeof MintedToken> | undefined {
  try {
    return MintedToken.safeParse(JSON.parse(body.toString('utf8'))).data
  } catch {
    return undefined
  }
}

function nameIn({ repositories = [] }: z.output<typeof MintedToken>): RepositoryName | undefined {
  const [only] = repositories
  return only && { owner: only.owner.login, name: only.name }
}

/**
 * Reports whether the token is for the requested repository. Another user may have registered an abandoned login, so
 * the owner's ID must match, and either the repository's ID or both names.
 */
function isAsked(
  { repositories }: z.output<typeof MintedToken>,
  { ownerId, repository, repositoryId }: Minting,
): boolean {
  return (
    repositories === undefined ||
    (repositories.length === 1 &&
      repositories.every(
        ({ id, name, owner }) =>
          owner.id === ownerId &&
          (repositoryId === undefined
            ? isSameName(owner.login, repository.owner) && isSameName(name, repository.name)
            : id === repositoryId),
      ))
  )
}

const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
