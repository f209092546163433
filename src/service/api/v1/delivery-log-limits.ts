/** Limits on the attempts of a delivery that the API returns. Each attempt has up to 1 KiB of response body. */
export const deliveryLogLimits = {
  /** Number of recent attempts for each delivery in a list. */
  maxListedAttempts: 10,
  /** Number of recent attempts for a single delivery. */
  maxAttempts: 100,
} as const
