/** Limits on requests that wait for a scan with `wait`. Requests over the limit return immediately. */
export const longPollLimits = {
  /** Maximum wait per request. */
  maxSeconds: 30,
  /** Maximum number of waiting requests per process. */
  maxRequests: 2_000,
  /** Maximum number of waiting requests per account and process. */
  maxRequestsPerAccount: 100,
} as const
