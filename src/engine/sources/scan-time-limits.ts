/** Time limits of one scan. */
export const scanTimeLimits = {
  /** Maximum time that a scan may work, excluding the time that it waits for other scans. */
  maxWorkMs: 10 * 60_000,
  /** Maximum time that a scan may wait for other scans in the process, before or during its work. */
  maxWaitMs: 15 * 60_000,
} as const
