/** Limits on keys for GitHub workflows. */
export const workflowKeyLimits = {
  /** Lifetime of a key. */
  keyValidMs: 60 * 60_000,
  /** Maximum number of valid keys per repository. */
  maxKeysPerRepository: 200,
  /** Time for which a key is still listed after it expires. */
  retentionMs: 24 * 60 * 60_000,
} as const
