import type { Answer } from './exchange.ts'

/**
 * Responses of a server that is temporarily overloaded or unavailable (RFC 6585 section 4, RFC 9110 sections 15.5.9 and
 * 15.6), and 500: registries and object stores return it for temporary internal errors, and npm and pip also retry it.
 * A GET costs at most two more requests, and a package that cannot be fetched makes a scan incomplete. 520 to 524 are
 * the equivalent statuses of Cloudflare in front of a registry.
 */
const passingStatuses = new Set([408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])

/** Connection errors: refused or reset by a restarting peer, lost packets, a name server that did not respond. */
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

/** 0.25 s, 0.5 s, 1 s, and so on, with a random half, so that clients that failed together do not retry together. */
const firstPauseMs = 250

/**
 * If a server requests a longer wait than this, its response is returned instead, because a scan has its own time
 * limit.
 */
const maxPauseMs = 20_000

/** Whether a retry may give a different response. */
export const isPassingStatus = (status: number) => passingStatuses.has(status)

/**
 * Whether an error before any response may be temporary. A refused address, an invalid certificate, and a missing name
 * are not.
 */
export const isPassingError = (code: string | undefined) => code !== undefined && passingErrors.has(code)

/** Milliseconds to wait after the given failed attempt (1, 2, …). */
export const pauseMs = (attempt: number, random = Math.random()) =>
  Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1) * (0.5 + random / 2))

/**
 * Milliseconds to wait before retrying a request with a response: the value of `Retry-After` in seconds or as a date
 * (RFC 9110 section 10.2.3), at least the default pause. Undefined if it is too long for a retry.
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
