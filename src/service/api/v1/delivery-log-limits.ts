/** Limits on the attempts of a delivery that the API returns. Each attempt has up to 1 KiB of an answer. */
export const deliveryLogLimits = {
  /** Last attempts of each delivery in a list. */
  maxListedAttempts: 10,
  /** Last attempts of a single delivery. */
  maxAttempts: 100,
} as const
