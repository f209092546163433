/** Limits on the API keys of one account. */
export const accountLimits = {
  /** Maximum number of valid keys. */
  maxKeys: 100,
  /** Maximum time for which a rotated secret stays valid: 30 days. */
  maxOverlapSeconds: 30 * 24 * 60 * 60,
} as const
