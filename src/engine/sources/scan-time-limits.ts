/** Time limits of one scan. */
export const scanTimeLimits = {
  /** Maximum working time of a scan. Excludes the time spent waiting for other scans. */
  maxWorkMs: 10 * 60_000,
  /** Maximum time that a scan may wait for other scans in the process, before or during its own work. */
  maxWaitMs: 15 * 60_000,
} as const
