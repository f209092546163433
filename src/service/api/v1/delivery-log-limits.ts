/** Limits on the delivery attempts that the API returns. Each attempt includes up to 1 KiB of response body. */
export const deliveryLogLimits = {
  /** Number of recent attempts per delivery in a list. */
  maxListedAttempts: 10,
  /** Number of recent attempts for a single delivery. */
  maxAttempts: 100,
} as const
