/** Limits on the attempts of a delivery that the API returns. Each attempt has up to 1 KiB of a response body. */
export const deliveryLogLimits = {
  /** Most recent attempts of each delivery in a list. */
  maxListedAttempts: 10,
  /** Most recent attempts of a single delivery. */
  maxAttempts: 100,
} as const
