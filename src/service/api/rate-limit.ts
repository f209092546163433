import type { Request, Response } from 'express'
import type { Caller } from '../accounts/authenticate.ts'
import { planLimits, type RateLimits, rateLimitsOfRepository } from '../accounts/plans.ts'
import type { RateLimiter } from '../accounts/rate-limiter.ts'
import { type Allowance, tighterAllowance, tighterWindow } from '../accounts/rate-windows.ts'
import { ApiError } from './api-error.ts'
import { clientNetwork } from './client-network.ts'
import { rateLimitHeaders, secondsUntil } from './rate-limit-headers.ts'

/** Rate limiting dependencies. */
export interface RateLimitContext {
  readonly limiter: RateLimiter
  /** Current time, which selects the windows. */
  readonly now: () => Date
}

/**
 * Counts a request for an account, or for the network of a client that sent no key, and sets the rate limit headers. A
 * workflow's request counts first for its repository and then for the account, so that one repository cannot exhaust
 * the limit of the others. A request that gets status 304 is refunded. The refund is visible only in the next
 * response's headers. Throws RATE_LIMITED if no request is left.
 */
export async function countRequest(
  { limiter, now }: RateLimitContext,
  caller: Caller | undefined,
  request: Request,
  response: Response,
): Promise<Allowance> {
  const everybody = whoAreCounted(caller, request)
  let allowance: Allowance | undefined
  let refused: Counted | undefined
  for (const counted of everybody) {
    const taken = await limiter.take(counted.subject, counted.limits)
    allowance = allowance && taken.granted ? tighterAllowance(allowance, taken) : taken
    if (!taken.granted) refused = counted
    if (refused) break
  }
  if (!allowance) throw new Error('the request has no rate limit subject')
  for (const [name, value] of rateLimitHeaders(allowance, now())) response.setHeader(name, value)
  if (refused) throw rateLimited(refused, allowance, now())
  const granted = allowance
  response.on('finish', () => {
    // If the refund fails, the request stays counted. The response has already been sent.
    if (response.statusCode === 304)
      for (const { subject, limits } of everybody) limiter.refundPermit(subject, limits, granted).catch(() => {})
  })
  return granted
}

/** Refunds a counted request. Used for streams, which have a separate limit. */
export async function refundRequest(
  { limiter }: RateLimitContext,
  caller: Caller | undefined,
  request: Request,
  granted: Allowance,
): Promise<void> {
  for (const { subject, limits } of whoAreCounted(caller, request)) await limiter.refundPermit(subject, limits, granted)
}

/** Returns the subject that is counted across all processes: `account:` and an ID, or `address:` and a network. */
export function countedSubject(caller: Caller | undefined, request: Request): string {
  return whoIsCounted(caller, request).subject
}

interface Counted {
  readonly subject: string
  readonly limits: RateLimits
  /** Name of the rate-limited client, used as the subject of the error message. */
  readonly name: string
}

function whoAreCounted(caller: Caller | undefined, request: Request): readonly Counted[] {
  const whole = whoIsCounted(caller, request)
  if (!caller?.workflowOf) return [whole]
  const { host, repositoryId } = caller.workflowOf
  return [
    {
      subject: `repository:${caller.accountId} ${host}/${repositoryId}`,
      limits: rateLimitsOfRepository(caller.limits),
      name: 'The repository that this workflow key belongs to',
    },
    whole,
  ]
}

function whoIsCounted(caller: Caller | undefined, request: Request): Counted {
  if (caller)
    return { subject: `account:${caller.accountId}`, limits: caller.limits, name: `The account (${caller.plan} plan)` }
  const network = clientNetwork(request.ip ?? '') ?? clientNetwork(request.socket.remoteAddress ?? '') ?? 'unknown'
  return { subject: `address:${network}`, limits: planLimits.free, name: 'This IP address (without an API key)' }
}

function rateLimited({ name }: Counted, allowance: Allowance, now: Date): ApiError {
  const window = tighterWindow(allowance)
  const length = window === allowance.day ? 'day (UTC)' : '15 minutes'
  const next = new Date(window.reset * 1000).toISOString()
  return new ApiError(
    'RATE_LIMITED',
    `${name} has reached its limit of ${window.limit} requests per ${length}. The limit resets at ${next}.`,
    { headers: { 'Retry-After': String(secondsUntil(window, now)) } },
  )
}
