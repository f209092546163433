/** Limits on the API keys of one account. */
export const accountLimits = {
  /** Keys that are valid at the same time. */
  maxKeys: 100,
  /** Time for which a rotated secret may stay valid: 30 days. */
  maxOverlapSeconds: 30 * 24 * 60 * 60,
} as const
