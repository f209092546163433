import type { Request, Response } from 'express'
import type { Caller } from '../accounts/authenticate.ts'
import { planLimits, type RateLimits } from '../accounts/plans.ts'
import type { RateLimiter } from '../accounts/rate-limiter.ts'
import { type Allowance, tighterWindow } from '../accounts/rate-windows.ts'
import { ApiError } from './api-error.ts'
import { clientNetwork } from './client-network.ts'
import { rateLimitHeaders, secondsUntil } from './rate-limit-headers.ts'

/** What counting requests needs. */
export interface RateLimitContext {
  readonly limiter: RateLimiter
  /** The clock of the windows. */
  readonly now: () => Date
}

/**
 * Counts a request of an account, or of the network of somebody without a key, and tells in the
 * response's headers what is left. Throws RATE_LIMITED when nothing is. An answer that turns out as
 * 304 is not counted after all; its caller sees that in the next answer.
 */
export async function countRequest({ limiter, now }: RateLimitContext, caller: Caller | undefined, request: Request, response: Response): Promise<Allowance> {
  const { subject, limits } = whoIsCounted(caller, request)
  const allowance = await limiter.take(subject, limits)
  for (const [name, value] of rateLimitHeaders(allowance, now())) response.setHeader(name, value)
  if (!allowance.granted) throw rateLimited(caller, allowance, now())
  response.on('finish', () => {
    // What cannot be put back keeps its price; the answer is out already.
    if (response.statusCode === 304) limiter.forgive(subject, limits, allowance).catch(() => {})
  })
  return allowance
}

/** Makes a counted request cost nothing: a stream has a ceiling of its own. */
export async function forgiveRequest({ limiter }: RateLimitContext, caller: Caller | undefined, request: Request, granted: Allowance): Promise<void> {
  const { subject, limits } = whoIsCounted(caller, request)
  await limiter.forgive(subject, limits, granted)
}

/** Who is counted, in all processes alike: `account:` and an id, or `address:` and a network. */
export function countedSubject(caller: Caller | undefined, request: Request): string {
  return whoIsCounted(caller, request).subject
}

function whoIsCounted(caller: Caller | undefined, request: Request): { subject: string; limits: RateLimits } {
  if (caller) return { subject: `account:${caller.accountId}`, limits: caller.limits }
  const network = clientNetwork(request.ip ?? '') ?? clientNetwork(request.socket.remoteAddress ?? '') ?? 'unknown'
  return { subject: `address:${network}`, limits: planLimits.free }
}

function rateLimited(caller: Caller | undefined, allowance: Allowance, now: Date): ApiError {
  const window = tighterWindow(allowance)
  const length = window === allowance.day ? 'day (UTC)' : '15 minutes'
  const whose = caller ? `The account (plan ${caller.plan})` : 'This address, without an API key,'
  const next = new Date(window.reset * 1000).toISOString()
  return new ApiError('RATE_LIMITED', `${whose} has made its ${window.limit} requests of this ${length}; there are new ones at ${next}.`, { headers: { 'Retry-After': String(secondsUntil(window, now)) } })
}
