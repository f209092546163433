import { type Allowance, tighterWindow, type WindowUse, windowSeconds } from '../accounts/rate-windows.ts'

/** Names of the windows in the fields of the IETF draft. */
const policies = [
  { name: 'quarter-hour', window: 'quarterHour' },
  { name: 'day', window: 'day' },
] as const

/**
 * What callers are told of their limits: the interface's three headers for the window that blocks first,
 * and both windows as draft-ietf-httpapi-ratelimit-headers-10 has them (`q` quota, `w` seconds of the
 * window, `r` remaining, `t` seconds until the reset).
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

/** Seconds until a window ends, at least one. */
export function secondsUntil({ reset }: WindowUse, now: Date): number {
  return Math.max(1, Math.ceil(reset - now.getTime() / 1000))
}
