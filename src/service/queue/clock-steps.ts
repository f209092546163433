/** Minimum difference that counts as a step. Synchronization adjusts clocks by less. */
const stepMs = 3_000
/** Maximum response time of a usable reading. Slower readings are too imprecise. */
const quickMs = 1_000

/** Time on the database's clock, and the monotonic time before and after the query, in milliseconds. */
export interface ClockReading {
  readonly databaseMs: number
  readonly askedAt: number
  readonly answeredAt: number
}

/**
 * Returns a function that processes consecutive readings. It returns by how many milliseconds the clock was set:
 * negative if it was set back, 0 if it was not set.
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
