import { Octokit } from '@octokit/rest'
import { RequestError } from '@octokit/request-error'
import type { Database } from '../../db/client.ts'
import { findAnswer, keepAnswer } from '../../db/registry/answers.ts'
import { qualityLimits } from './quality-limits.ts'
import { NetworkFailure } from '../../../engine/net/network.ts'
import type { Asked } from './asked.ts'

export interface GithubAccess {
  /** The one way out, as octokit asks for it. */
  readonly fetch: typeof fetch
  readonly apiUrl: string
  /** Absent: GitHub is asked as by somebody without account. */
  readonly token: string | undefined
  readonly db: Database
  readonly now: () => Date
}

/** A question to GitHub's REST API. */
export interface GithubQuestion<Picked> {
  /** With its query, such as `/repos/o/r`. */
  readonly path: string
  /** Takes what is needed of an answer; undefined when that is none. What it gives is stored and has to be plain. */
  pick(answer: { readonly body: unknown; readonly link: string }): Picked | undefined
}

/** Reads what anybody may see at GitHub. */
export interface GithubReader {
  /** Until when GitHub is not asked; undefined: it may be. */
  limitedUntil(): Date | undefined
  /**
   * Asks with the tag of the last answer, so that the same answer costs nothing of the limit. Throws only what aborts
   * the signal.
   */
  ask<Picked>(question: GithubQuestion<Picked>, signal: AbortSignal): Promise<Asked<Picked>>
}

/** A limit without a time, as GitHub documents it: wait at least a minute. */
const minWaitMs = 60_000
/** The windows of GitHub's limits are an hour: more is a mistake. */
const maxWaitMs = 65 * 60_000

/**
 * One for all of a process: the limit is one too. It stops before the limit is used up, and goes on when GitHub has
 * said that there is a new one.
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

  /** Heeds what an answer tells of limits; true when it is one of a limit that is used up. */
  function heed(status: number, headers: Readonly<Record<string, unknown>>, message = ''): boolean {
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

  async function ask<Picked>({ path, pick }: GithubQuestion<Picked>, signal: AbortSignal): Promise<Asked<Picked>> {
    const source = `${apiUrl}${path}`
    const failed = (reason: string, isPassing: boolean) => ({ status: 'failed', reason, source, isPassing }) as const
    const limited = limitedUntil()
    if (limited)
      return failed(`GitHub limits how often it is asked; it is asked again from ${limited.toISOString()}.`, true)
    const stored = await findAnswer(db, source)
    try {
      const { status, headers, data } = await octokit.request({
        method: 'GET',
        url: path,
        headers: { 'x-github-api-version': '2022-11-28', ...(stored && { 'if-none-match': stored.etag }) },
        request: { signal },
      })
      heed(status, headers)
      if (status !== 200) return failed(`GitHub answered with HTTP ${status}.`, true)
      const answer = pick({ body: data, link: headers.link ?? '' })
      if (answer === undefined) return failed('GitHub answered something else than it should.', true)
      if (headers.etag !== undefined) await keepAnswer(db, source, { etag: headers.etag, answer }, now())
      return { status: 'found', answer, source, at: now() }
    } catch (error) {
      signal.throwIfAborted()
      // octokit wraps what `fetch` throws into a RequestError of status 500.
      if (!(error instanceof RequestError)) {
        if (error instanceof NetworkFailure) return failed(error.message, true)
        throw error
      }
      const { status, response, message } = error
      if (heed(status, response?.headers ?? {}, message))
        return failed(
          `GitHub limits how often it is asked; it is asked again from ${until?.toISOString() ?? 'later'}.`,
          true,
        )
      if (status === 304 && stored) {
        await keepAnswer(db, source, stored, now())
        // What was stored is what `pick` gave for this very address.
        return { status: 'found', answer: stored.answer as Picked, source, at: now() }
      }
      if (status === 404 || status === 410 || status === 451)
        return failed(`GitHub does not have it, or not for everybody (HTTP ${status}).`, false)
      if (status === 401) return failed('GitHub does not take the token of the setting GITHUB_TOKEN.', true)
      if (status === 409) return failed('The repository is empty.', false)
      return failed(response ? `GitHub answered with HTTP ${status}.` : 'GitHub could not be reached.', true)
    }
  }
  return { limitedUntil, ask }
}
