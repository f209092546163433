import { LRUCache } from 'lru-cache'
import { ScanFailure } from '../../engine/model/failure.ts'

/** GitHub wants to be asked nothing before a time, by the app or by one installation. */
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
 * Who has been told to wait: GitHub counts for the app, which asks for tokens and deliveries, and for each
 * installation.
 */
export interface GitHubLimits {
  /** Throws GitHubLimited while this one has to wait. */
  check(who: string): void
  note(who: string, until: Date): void
}

/** Asks for tokens and for deliveries. */
export const theApp = 'app'

/** A limit without a time, as GitHub documents it: wait at least a minute. */
const minWaitMs = 60_000
/**
 * The windows of GitHub's limits are an hour: what is told beyond that is a mistake, and would keep checks waiting for
 * ever.
 */
const maxWaitMs = 65 * 60_000

const maxWaiting = 10_000

/** One for all of a process that asks GitHub. Kept in its memory: another process asks once and hears it too. */
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
 * Until when an answer tells to wait; undefined when it is none of a limit. After GitHub's "Rate limits for the REST
 * API": `retry-after` first, then the reset of a limit that is used up, else a minute; a second at least.
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
