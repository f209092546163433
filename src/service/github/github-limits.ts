import { LRUCache } from 'lru-cache'
import { ScanFailure } from '../../engine/model/failure.ts'

/** GitHub's rate limit blocks the app or an installation until this time. */
export class GitHubLimited extends ScanFailure {
  readonly until: Date
  /** True if the request was not sent, because the budget for its priority is used up. */
  readonly isHeldBack: boolean

  constructor(until: Date, { isHeldBack = false, ...options }: ErrorOptions & { readonly isHeldBack?: boolean } = {}) {
    super(
      'UPSTREAM_UNAVAILABLE',
      `The GitHub rate limit has been reached. Assay can send the next request at ${until.toISOString()}.`,
      options,
    )
    this.until = until
    this.isHeldBack = isHeldBack
  }
}

/** What decides whether a request may be sent. */
export interface RequestKind {
  /** See `githubPriorities`. */
  readonly priority: number
  /** True if the request creates or changes content on GitHub. */
  readonly isWrite: boolean
}

/** Permission to send one request. Disposed after the response. */
export type Permit = Disposable

/**
 * Known rate limits. GitHub counts each installation's requests separately from the app's own requests (for tokens and
 * deliveries).
 */
export interface GitHubLimits {
  /** Throws GitHubLimited while the rate limit blocks this caller. */
  check(who: string): void
  /** Returns a permit for a request, or throws GitHubLimited. */
  acquire(who: string, kind: RequestKind): Promise<Permit>
  /** Records that GitHub accepts no requests of this caller until a time. */
  note(who: string, until: Date): void
  /** Records the rest of the current window, from a response. */
  noteWindow(who: string, window: ReportedWindow): void
}

/** GitHub's data about a window of requests. */
export interface ReportedWindow {
  readonly limit: number
  readonly left: number
  readonly resetsAt: Date
}

/** Returns the window in a response's headers. Undefined if GitHub reports none, or one of another API. */
export function reportedWindow(headers: Readonly<Record<string, unknown>>): ReportedWindow | undefined {
  const [limit, left, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers[`x-ratelimit-${name}`] ?? Number.NaN),
  )
  const resource = headers['x-ratelimit-resource'] ?? 'core'
  if (resource !== 'core' || limit === undefined || left === undefined || reset === undefined) return undefined
  return Number.isFinite(limit + left + reset) && limit > 0
    ? { limit, left: Math.max(0, left), resetsAt: new Date(reset * 1_000) }
    : undefined
}

/** Key for the app's own requests, for tokens and deliveries. */
export const theApp = 'app'

/** Returns the key for the requests of an installation. */
export function payerOf(installationId: number): string {
  return `installation ${installationId}`
}

/** Minimum wait after a limit that gives no time. GitHub documents at least a minute. */
const minWaitMs = 60_000
/**
 * Maximum wait. GitHub's rate limit windows are one hour, so a later time is an error and could block checks forever.
 */
const maxWaitMs = 65 * 60_000

const maxWaiting = 10_000

/**
 * Creates the rate limits for a process that sends few requests to GitHub. They are kept in memory. Workers share
 * theirs (`budgets/shared-limits.ts`).
 */
export function createGitHubLimits(now = () => Date.now()): GitHubLimits {
  const waiting = new LRUCache<string, Date>({ max: maxWaiting })
  const check = (who: string) => {
    const until = waiting.get(who)
    if (until && until.getTime() > now()) throw new GitHubLimited(until)
  }
  return {
    check,
    async acquire(who) {
      check(who)
      return { [Symbol.dispose]() {} }
    },
    note: (who, until) => void waiting.set(who, until),
    noteWindow() {},
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
