import type { Answer } from './exchange.ts'

/**
 * Statuses of a server that is temporarily overloaded or unavailable (RFC 6585 section 4, RFC 9110 sections 15.5.9 and
 * 15.6). Includes 500, because registries and object stores return it for temporary internal errors, and npm and pip
 * also retry it. A GET costs at most two more requests, and a package that cannot be fetched makes a scan incomplete.
 * 520 to 524 are the equivalent statuses of Cloudflare in front of a registry.
 */
const passingStatuses = new Set([408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])

/**
 * Temporary connection errors: a restarting peer refused or reset the connection, packets were lost, or a name server
 * did not respond.
 */
const passingErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
  'ESERVFAIL',
  'ETIMEOUT',
])

/**
 * First pause between attempts: 0.25 s, then 0.5 s, 1 s, and so on. Half of each pause is random, so that clients that
 * failed together do not retry together.
 */
const firstPauseMs = 250

/**
 * Maximum pause. If a server requests a longer wait, its response is returned instead, because a scan has its own time
 * limit.
 */
const maxPauseMs = 20_000

/** Reports whether a retry may return a different response. */
export const isPassingStatus = (status: number) => passingStatuses.has(status)

/**
 * Reports whether an error before any response may be temporary. A refused address, an invalid certificate, and a
 * missing name are permanent.
 */
export const isPassingError = (code: string | undefined) => code !== undefined && passingErrors.has(code)

/** Returns the number of milliseconds to wait after the given failed attempt (1, 2, …). */
export const pauseMs = (attempt: number, random = Math.random()) =>
  Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1) * (0.5 + random / 2))

/**
 * Returns the milliseconds to wait before retrying after a response: the value of `Retry-After` in seconds or as a date
 * (RFC 9110 section 10.2.3), and at least the default pause. Undefined if that is too long for a retry.
 */
export function pauseAfterAnswerMs(
  attempt: number,
  { headers }: Pick<Answer, 'headers'>,
  now = Date.now(),
): number | undefined {
  const asked = headers['retry-after']
  const own = pauseMs(attempt)
  if (asked === undefined) return own
  const askedMs = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - now
  if (Number.isNaN(askedMs)) return own
  return askedMs > maxPauseMs ? undefined : Math.max(own, askedMs)
}
