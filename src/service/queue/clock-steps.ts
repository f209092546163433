/** Regular adjustments of synchronized clocks are smaller than this. */
const stepMs = 3_000
/** A response that took longer is too imprecise for a comparison. */
const quickMs = 1_000

/** The database's clock, and the monotonic times before and after the query; all in milliseconds. */
export interface ClockReading {
  readonly databaseMs: number
  readonly askedAt: number
  readonly answeredAt: number
}

/**
 * Processes one reading after another. Returns by how many milliseconds the clock was set: below 0 if it was set back,
 * 0 if it was not set.
 */
export function clockSteps(): (reading: ClockReading) => number {
  /** Minimum and maximum difference between the database's clock and the monotonic one. */
  let last: { readonly atLeast: number; readonly atMost: number } | undefined
  return ({ databaseMs, askedAt, answeredAt }) => {
    const next = { atLeast: databaseMs - answeredAt, atMost: databaseMs - askedAt }
    const isSet = last !== undefined && (next.atMost < last.atLeast - stepMs || next.atLeast > last.atMost + stepMs)
    const movedMs = last && isSet ? next.atMost - last.atMost : 0
    if (last === undefined || isSet || answeredAt - askedAt <= quickMs) last = next
    return movedMs
  }
}
