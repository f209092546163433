/** Clocks that are kept in time move in steps below this. */
const stepMs = 3_000
/** An answer that took longer says too little to compare the next one with. */
const quickMs = 1_000

/**
 * What the clock of the database said, and between which moments of the clock that is never set; all in milliseconds.
 */
export interface ClockReading {
  readonly databaseMs: number
  readonly askedAt: number
  readonly answeredAt: number
}

/**
 * Takes one reading after the other, and says by how many milliseconds the clock was set before it: below 0 when set
 * back, 0 when not.
 */
export function clockSteps(): (reading: ClockReading) => number {
  /** How far the clock of the database is ahead of the other, at least and at most. */
  let last: { readonly atLeast: number; readonly atMost: number } | undefined
  return ({ databaseMs, askedAt, answeredAt }) => {
    const next = { atLeast: databaseMs - answeredAt, atMost: databaseMs - askedAt }
    const isSet = last !== undefined && (next.atMost < last.atLeast - stepMs || next.atLeast > last.atMost + stepMs)
    const movedMs = last && isSet ? next.atMost - last.atMost : 0
    if (last === undefined || isSet || answeredAt - askedAt <= quickMs) last = next
    return movedMs
  }
}
