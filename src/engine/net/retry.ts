import type { Answer } from './exchange.ts'

/**
 * Answers of a server that is overloaded or away for a moment (RFC 6585 section 4, RFC 9110 sections
 * 15.5.9 and 15.6), and 500: registries and object stores mean by it what went wrong inside this once,
 * npm and pip repeat it too, and a GET costs at most two more questions where a name that stays
 * unfetched costs a scan its completeness. 520 to 524 are the same from Cloudflare's side of a registry.
 */
const passingStatuses = new Set([408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])

/** Of connections: refused or reset by a peer that restarts, lost packets, a name server that did not answer. */
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
 * 0.25 s, 0.5 s, 1 s and so on, of which a random half is waited: clients that failed together do not come back
 * together.
 */
const firstPauseMs = 250

/** A server that asks for more patience than this gets its answer passed on instead; a scan has its own clock. */
const maxPauseMs = 20_000

/** Whether asking again may give another answer. */
export const isPassingStatus = (status: number) => passingStatuses.has(status)

/** Whether an error before any answer may pass. A refused address, a bad certificate and a missing name do not. */
export const isPassingError = (code: string | undefined) => code !== undefined && passingErrors.has(code)

/** Milliseconds to wait after the given failed attempt (1, 2, …). */
export const pauseMs = (attempt: number, random = Math.random()) =>
  Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1) * (0.5 + random / 2))

/**
 * Milliseconds to wait before repeating an answered request: as `Retry-After` says in seconds or as a
 * date (RFC 9110 section 10.2.3), never less than our own pause. Undefined: too long, do not repeat.
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
