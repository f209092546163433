import { RequestError } from '@octokit/request-error'

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

/** A limit without a time, as GitHub documents it: wait at least a minute. */
const leastWaitMs = 60_000

/** Reads a failure as GitHub's documentation on rate limits and best practices for REST says; undefined when it is none of GitHub's. */
export function githubProblem(error: unknown, now = new Date()): GitHubProblem | undefined {
  if (!(error instanceof RequestError)) return undefined
  const { status } = error
  const until = limitedUntil(error, now)
  if (until) return { kind: 'limited', until }
  if (status === 401) return { kind: 'token' }
  if (status === 403 || status === 404 || status === 410 || status === 451) return { kind: 'gone' }
  if (status === 409 || status === 422) return { kind: 'refused', message: error.message }
  return { kind: 'passing' }
}

function limitedUntil({ status, response, message }: RequestError, now: Date): Date | undefined {
  if (status !== 403 && status !== 429) return undefined
  const headers = response?.headers ?? {}
  const seconds = Number(headers['retry-after'])
  if (headers['retry-after'] !== undefined && Number.isFinite(seconds)) return new Date(now.getTime() + Math.max(1, seconds) * 1_000)
  const reset = Number(headers['x-ratelimit-reset'])
  if (headers['x-ratelimit-remaining'] === '0' && Number.isFinite(reset)) return new Date(Math.max(now.getTime() + 1_000, reset * 1_000))
  return status === 429 || /secondary rate limit|abuse/i.test(message) ? new Date(now.getTime() + leastWaitMs) : undefined
}
