import { type Allowance, tighterWindow, type WindowUse, windowSeconds } from '../accounts/rate-windows.ts'

/** Window names in the IETF draft's header fields. */
const policies = [
  { name: 'quarter-hour', window: 'quarterHour' },
  { name: 'day', window: 'day' },
] as const

/**
 * Returns the rate limit headers. `X-RateLimit-*` describe the window with fewer remaining requests. `RateLimit` and
 * `RateLimit-Policy` describe both windows as in draft-ietf-httpapi-ratelimit-headers-10: `q` quota, `w` window in
 * seconds, `r` remaining, `t` seconds until the reset.
 */
export function rateLimitHeaders(allowance: Allowance, now: Date): readonly (readonly [name: string, value: string])[] {
  const { limit, remaining, reset } = tighterWindow(allowance)
  return [
    ['X-RateLimit-Limit', String(limit)],
    ['X-RateLimit-Remaining', String(remaining)],
    ['X-RateLimit-Reset', String(reset)],
    [
      'RateLimit-Policy',
      policies
        .map(({ name, window }) => `"${name}";q=${allowance[window].limit};w=${windowSeconds[window]}`)
        .join(', '),
    ],
    [
      'RateLimit',
      policies
        .map(
          ({ name, window }) => `"${name}";r=${allowance[window].remaining};t=${secondsUntil(allowance[window], now)}`,
        )
        .join(', '),
    ],
  ]
}

/** Returns the number of seconds until a window ends, at least 1. */
export function secondsUntil({ reset }: WindowUse, now: Date): number {
  return Math.max(1, Math.ceil(reset - now.getTime() / 1000))
}
