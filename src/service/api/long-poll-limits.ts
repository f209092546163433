/** Limits on requests that wait for a scan with `wait`. Further requests are answered without waiting. */
export const longPollLimits = {
  /** Time that one request may wait. */
  maxSeconds: 30,
  /** Requests of one process that wait at the same time. */
  maxRequests: 2_000,
  /** Requests of one account that wait at the same time in one process. */
  maxRequestsPerAccount: 100,
} as const
