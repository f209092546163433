import { RequestError } from '@octokit/request-error'
import { ScanFailure } from '../../../engine/model/failure.ts'
import { GitHubLimited, limitedUntil } from '../github-limits.ts'

/** Classification of a failed GitHub request. */
export type GitHubProblem =
  /** GitHub rejects the token, which happens for some seconds after its creation. */
  | { readonly kind: 'token' }
  /** A primary or secondary rate limit: do not send requests before this time. */
  | { readonly kind: 'limited'; readonly until: Date }
  /** The commit, repository, or permission no longer exists. */
  | { readonly kind: 'gone' }
  /** GitHub rejects the content. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Another failure, such as an outage, that is worth a retry. */
  | { readonly kind: 'passing' }

/**
 * Classifies an error according to GitHub's documentation on rate limits and best practices for REST. Returns undefined
 * if the error is not from GitHub.
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
  if (status === 400 || status === 409 || status === 422) return { kind: 'refused', message }
  return { kind: 'passing' }
}
