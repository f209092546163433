import { LRUCache } from 'lru-cache'
import { ScanFailure } from '../../engine/model/failure.ts'

/** GitHub's rate limit blocks the app or an installation until this time. */
export class GitHubLimited extends ScanFailure {
  readonly until: Date

  constructor(until: Date, options?: ErrorOptions) {
    super(
      'UPSTREAM_UNAVAILABLE',
      `The GitHub rate limit has been reached. Assay can send the next request at ${until.toISOString()}.`,
      options,
    )
    this.until = until
  }
}

/**
 * Known rate limits. GitHub counts each installation's requests separately from the app's own requests (for tokens and
 * deliveries).
 */
export interface GitHubLimits {
  /** Throws GitHubLimited while the rate limit blocks this caller. */
  check(who: string): void
  note(who: string, until: Date): void
}

/** Key for the app's own requests, for tokens and deliveries. */
export const theApp = 'app'

/** Minimum wait after a limit that gives no time. GitHub documents at least a minute. */
const minWaitMs = 60_000
/**
 * Maximum wait. GitHub's rate limit windows are one hour, so a later time is an error and could block checks forever.
 */
const maxWaitMs = 65 * 60_000

const maxWaiting = 10_000

/**
 * Creates the rate limits for a process that sends requests to GitHub. They are kept in memory, because another process
 * needs only one request to learn that it is rate-limited.
 */
export function createGitHubLimits(now = () => Date.now()): GitHubLimits {
  const waiting = new LRUCache<string, Date>({ max: maxWaiting })
  return {
    check(who) {
      const until = waiting.get(who)
      if (until && until.getTime() > now()) throw new GitHubLimited(until)
    },
    note: (who, until) => void waiting.set(who, until),
  }
}

/**
 * Returns the time until which a response blocks requests, or undefined if no limit applies. Follows GitHub's "Rate
 * limits for the REST API": `retry-after`, then the reset time of an exhausted limit, or else a minute. At least one
 * second.
 */
export function limitedUntil(
  answer: { status: number; headers: Readonly<Record<string, unknown>>; message: string },
  now: Date,
): Date | undefined {
  const { status, headers, message } = answer
  if (status !== 403 && status !== 429) return undefined
  const seconds = Number(headers['retry-after'])
  const inMs = (ms: number) => new Date(now.getTime() + Math.min(Math.max(ms, 1_000), maxWaitMs))
  if (headers['retry-after'] !== undefined && Number.isFinite(seconds)) return inMs(seconds * 1_000)
  const reset = Number(headers['x-ratelimit-reset'])
  if (headers['x-ratelimit-remaining'] === '0')
    return inMs(Number.isFinite(reset) ? reset * 1_000 - now.getTime() : minWaitMs)
  return headers['retry-after'] !== undefined || status === 429 || /secondary rate limit|abuse/i.test(message)
    ? inMs(minWaitMs)
    : undefined
}
