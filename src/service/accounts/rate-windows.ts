import type { RateLimits } from './plans.ts'

/** Lengths of the two fixed windows in seconds. */
export const windowSeconds = { quarterHour: 900, day: 86_400 } as const

/** Sequence numbers of both windows at a given time, counted from the epoch. */
export interface Windows {
  readonly quarterHour: number
  readonly day: number
}

export function windowsAt(now: Date): Windows {
  const seconds = now.getTime() / 1000
  return { quarterHour: Math.floor(seconds / windowSeconds.quarterHour), day: Math.floor(seconds / windowSeconds.day) }
}

/** Usage of one window, as reported to the client. */
export interface WindowUse {
  readonly limit: number
  readonly used: number
  readonly remaining: number
  /** Window end, in seconds since the epoch. */
  readonly reset: number
}

/** Usage of both windows after a request, and whether the request was granted. */
export interface Allowance {
  readonly granted: boolean
  readonly quarterHour: WindowUse
  readonly day: WindowUse
}

/** Returns the windows in which a request was counted. */
export function windowsOf({ quarterHour, day }: Allowance): Windows {
  return { quarterHour: quarterHour.reset / windowSeconds.quarterHour - 1, day: day.reset / windowSeconds.day - 1 }
}

/** Returns the usage of both windows after `used` requests. */
export function windowUse(
  limits: RateLimits,
  windows: Windows,
  used: { readonly quarterHour: number; readonly day: number },
): Omit<Allowance, 'granted'> {
  const use = (window: keyof Windows): WindowUse => ({
    limit: limits[window],
    used: Math.min(used[window], limits[window]),
    remaining: Math.max(0, limits[window] - used[window]),
    reset: (windows[window] + 1) * windowSeconds[window],
  })
  return { quarterHour: use('quarterHour'), day: use('day') }
}

/** Combines two allowances for the same request. For each window, the one with fewer remaining requests applies. */
export function tighterAllowance(one: Allowance, other: Allowance): Allowance {
  const tighter = (window: keyof Windows) =>
    one[window].remaining < other[window].remaining ? one[window] : other[window]
  return { granted: one.granted && other.granted, quarterHour: tighter('quarterHour'), day: tighter('day') }
}

/**
 * Returns the window that blocks first: the one with fewer remaining requests or, if equal, the one that ends later.
 */
export function tighterWindow({ quarterHour, day }: Omit<Allowance, 'granted'>): WindowUse {
  if (quarterHour.remaining !== day.remaining) return quarterHour.remaining < day.remaining ? quarterHour : day
  return quarterHour.reset > day.reset ? quarterHour : day
}
