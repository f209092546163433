import { Octokit } from '@octokit/rest'
import { RequestError } from '@octokit/request-error'
import type { Database } from '../../db/client.ts'
import { findAnswer, keepAnswer } from '../../db/registry/answers.ts'
import { qualityLimits } from './quality-limits.ts'
import { NetworkFailure } from '../../../engine/net/network.ts'
import type { Fetched } from './fetched.ts'

export interface GithubAccess {
  /** `fetch` function of the guarded HTTP client. */
  readonly fetch: typeof fetch
  readonly apiUrl: string
  /** GitHub token. Undefined for anonymous requests. */
  readonly token: string | undefined
  readonly db: Database
  readonly now: () => Date
}

/** A request to the REST API of GitHub. */
export interface GithubRequest<Picked> {
  /** Path including the query, such as `/repos/o/r`. */
  readonly path: string
  /**
   * Extracts the required part of a response, or returns undefined if the response is unexpected. The result is stored
   * as JSON.
   */
  pick(answer: { readonly body: unknown; readonly link: string }): Picked | undefined
}

/** Reads public data from GitHub. */
export interface GithubReader {
  /** Returns the time until which the rate limit blocks requests, or undefined. */
  limitedUntil(): Date | undefined
  /**
   * Sends a request with the last response's entity tag. An unchanged response does not count toward the rate limit.
   * Throws only if the signal aborts.
   */
  get<Picked>(request: GithubRequest<Picked>, signal: AbortSignal): Promise<Fetched<Picked>>
}

/** Wait after a rate limit that gives no reset time. GitHub documents at least one minute. */
const minWaitMs = 60_000
/** Maximum wait. GitHub's rate limit windows are one hour, so a longer wait would be an error. */
const maxWaitMs = 65 * 60_000

/**
 * Creates a reader. A process must create only one, because all requests share a rate limit. The reader stops shortly
 * before the limit and continues after the reset time.
 */
export function createGithubReader({ fetch, apiUrl, token, db, now }: GithubAccess): GithubReader {
  const octokit = new Octokit({
    baseUrl: apiUrl,
    userAgent: 'assay',
    request: { fetch },
    ...(token !== undefined && { auth: token }),
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  let until: Date | undefined
  const limitedUntil = () => (until && until > now() ? until : undefined)

  /** Updates the rate limit from a response. Returns true if the response reports that the limit is exceeded. */
  function readRateLimit(status: number, headers: Readonly<Record<string, unknown>>, message = ''): boolean {
    const number = (name: string) => (headers[name] === undefined ? Number.NaN : Number(headers[name]))
    const [remaining, reset, retryAfter] = [
      number('x-ratelimit-remaining'),
      number('x-ratelimit-reset'),
      number('retry-after'),
    ]
    const isLimited =
      status === 429 ||
      (status === 403 && (remaining === 0 || Number.isFinite(retryAfter) || /rate limit|abuse/i.test(message)))
    if (!isLimited && !(remaining <= qualityLimits.minGithubRequestsLeft)) return false
    const waitMs = Number.isFinite(retryAfter)
      ? retryAfter * 1_000
      : Number.isFinite(reset)
        ? reset * 1_000 - now().getTime()
        : minWaitMs
    until = new Date(now().getTime() + Math.min(maxWaitMs, Math.max(waitMs, 1_000)))
    return isLimited
  }

  async function get<Picked>({ path, pick }: GithubRequest<Picked>, signal: AbortSignal): Promise<Fetched<Picked>> {
    const source = `${apiUrl}${path}`
    const failed = (reason: string, isTemporary: boolean) =>
      ({ status: 'failed', reason, source, isTemporary }) as const
    const limited = limitedUntil()
    if (limited)
      return failed(
        `The GitHub rate limit has been reached. Assay can send the next request at ${limited.toISOString()}.`,
        true,
      )
    const stored = await findAnswer(db, source)
    try {
      const { status, headers, data } = await octokit.request({
        method: 'GET',
        url: path,
        headers: { 'x-github-api-version': '2022-11-28', ...(stored && { 'if-none-match': stored.etag }) },
        request: { signal },
      })
      readRateLimit(status, headers)
      if (status !== 200) return failed(`GitHub returned HTTP status ${status}.`, true)
      const answer = pick({ body: data, link: headers.link ?? '' })
      if (answer === undefined) return failed('GitHub returned an unexpected response.', true)
      if (headers.etag !== undefined) await keepAnswer(db, source, { etag: headers.etag, answer }, now())
      return { status: 'found', answer, source, at: now() }
    } catch (error) {
      signal.throwIfAborted()
      // octokit wraps errors of `fetch` in a RequestError with status 500.
      if (!(error instanceof RequestError)) {
        if (error instanceof NetworkFailure) return failed(error.message, true)
        throw error
      }
      const { status, response, message } = error
      if (readRateLimit(status, response?.headers ?? {}, message))
        return failed(
          'The GitHub rate limit has been reached. Assay can send the next request ' +
            `${until ? `at ${until.toISOString()}` : 'later'}.`,
          true,
        )
      if (status === 304 && stored) {
        await keepAnswer(db, source, stored, now())
        // The stored value is the result of `pick` for the same URL.
        return { status: 'found', answer: stored.answer as Picked, source, at: now() }
      }
      if (status === 404 || status === 410 || status === 451)
        return failed(`The repository does not exist on GitHub or is not public (HTTP status ${status}).`, false)
      if (status === 401) return failed('GitHub rejected the token in GITHUB_TOKEN.', true)
      if (status === 409) return failed('The repository is empty.', false)
      return failed(response ? `GitHub returned HTTP status ${status}.` : 'GitHub is not reachable.', true)
    }
  }
  return { limitedUntil, get }
}
