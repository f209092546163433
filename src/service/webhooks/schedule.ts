/** Delay before each retry in minutes, counted from the end of the failed attempt. The last retry is final. */
export const retryMinutes = [0, 1, 5, 30] as const

/**
 * Returns the time of the next attempt after `failures` consecutive failures, or undefined if no attempt follows. The
 * last attempt ended at `endedAt`.
 */
export function nextAttemptAfter(failures: number, endedAt: Date): Date | undefined {
  const minutes = retryMinutes[failures - 1]
  return minutes === undefined ? undefined : new Date(endedAt.getTime() + minutes * 60_000)
}

/** Maximum delay between two attempts. */
export const maxWaitMs = Math.max(...retryMinutes) * 60_000
