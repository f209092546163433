/** Time limits of one scan. */
export const scanTimeLimits = {
  /** Time that a scan may work, without the time it waits for other scans. */
  maxWorkMs: 10 * 60_000,
  /** Time that a scan may wait for other scans of the process, before it works or in between. */
  maxWaitMs: 15 * 60_000,
} as const
