/** Time limits of one scan. */
export const scanTimeLimits = {
  /** Time that a scan may work, excluding the time it waits for other scans. */
  maxWorkMs: 10 * 60_000,
  /** Time that a scan may wait for other scans of the process, before or during its work. */
  maxWaitMs: 15 * 60_000,
} as const
