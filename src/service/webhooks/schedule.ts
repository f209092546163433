/**
 * Minutes from the end of an attempt to the next one; the first attempt is made at once, and after the last of these
 * none is left (INTERFACE section 6: retries 1 to 4).
 */
export const retryMinutes = [0, 1, 5, 30] as const

/** When to try again after `failures` attempts in a row, of which the last one ended at `endedAt`; undefined: never. */
export function nextAttemptAfter(failures: number, endedAt: Date): Date | undefined {
  const minutes = retryMinutes[failures - 1]
  return minutes === undefined ? undefined : new Date(endedAt.getTime() + minutes * 60_000)
}

/** The longest that an attempt is waited for. */
export const maxWaitMs = Math.max(...retryMinutes) * 60_000
