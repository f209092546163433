/**
 * Minutes from the end of an attempt to the next one. The first attempt is immediate, and no attempt follows the last
 * of these.
 */
export const retryMinutes = [0, 1, 5, 30] as const

/**
 * Returns the time of the next attempt after `failures` consecutive failures. The last one ended at `endedAt`. Returns
 * undefined if no attempt follows.
 */
export function nextAttemptAfter(failures: number, endedAt: Date): Date | undefined {
  const minutes = retryMinutes[failures - 1]
  return minutes === undefined ? undefined : new Date(endedAt.getTime() + minutes * 60_000)
}

/** Longest delay between two attempts. */
export const maxWaitMs = Math.max(...retryMinutes) * 60_000
