/** Limits on running and reusing scans. */
export const scanLimits = {
  /** Interval at which a worker checks whether its scan was canceled. */
  cancelPollMs: 1_000,
  /**
   * Age of a result that a later scan of the same revision may reuse. What registries state about a revision changes.
   */
  maxReuseAgeMs: 24 * 60 * 60_000,
} as const
