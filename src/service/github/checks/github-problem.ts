import { RequestError } from '@octokit/request-error'
import { ScanFailure } from '../../../engine/model/failure.ts'
import { GitHubLimited, limitedUntil } from '../github-limits.ts'

/** What a refusal of GitHub's API means for the work that met it. */
export type GitHubProblem =
  /** The token is not taken, which happens for seconds after it was made. */
  | { readonly kind: 'token' }
  /** A primary or secondary limit: nothing before this time. */
  | { readonly kind: 'limited'; readonly until: Date }
  /** The commit, repository or right is gone. */
  | { readonly kind: 'gone' }
  /** GitHub does not take what it was sent. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Something else, such as an outage: worth another try. */
  | { readonly kind: 'passing' }

/**
 * Reads a failure as GitHub's documentation on rate limits and best practices for REST says; undefined when it is none
 * of GitHub's.
 */
export function githubProblem(error: unknown, now = new Date()): GitHubProblem | undefined {
  if (error instanceof GitHubLimited) return { kind: 'limited', until: error.until }
  if (error instanceof ScanFailure && error.code === 'UPSTREAM_UNAVAILABLE') return { kind: 'passing' }
  if (!(error instanceof RequestError)) return undefined
  const { status, response, message } = error
  const until = limitedUntil({ status, headers: response?.headers ?? {}, message }, now)
  if (until) return { kind: 'limited', until }
  if (status === 401) return { kind: 'token' }
  if (status === 403 || status === 404 || status === 410 || status === 451) return { kind: 'gone' }
  if (status === 409 || status === 422) return { kind: 'refused', message }
  return { kind: 'passing' }
}
