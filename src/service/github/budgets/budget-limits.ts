/** GitHub's limits ("Rate limits for the REST API" in its documentation), and how processes share them. */
export const budgetLimits = {
  /** Maximum number of concurrent requests. */
  maxConcurrent: 100,
  /**
   * Share of the writes per minute that may be sent at once. The others are spread over the minute, so that no minute
   * contains more than the limit.
   */
  burstShare: 0.25,
  /** Shares of a window's requests that are left for higher priorities. */
  requestReserves: { push: 0.1, background: 0.3 },
  /** Shares of the burst that are left for higher priorities. */
  writeReserves: { push: 0.25, background: 0.5 },
  /** Maximum number of requests and writes in one lease. */
  maxLeasedRequests: 50,
  maxLeasedWrites: 4,
  /** A lease takes at most this share of what is left, divided by the number of processes. */
  leasedShare: 0.25,
  /** Time after which the rest of a lease is lost. */
  leaseMs: 10_000,
  /** Maximum time until a window ends. GitHub's windows last an hour, and clocks differ a little. */
  maxWindowMs: 65 * 60_000,
  /** Pause before the next request if GitHub's limit gives no time. */
  minPauseMs: 1_000,
} as const
