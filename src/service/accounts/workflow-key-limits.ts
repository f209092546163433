/** Limits on the keys that GitHub workflows receive. */
export const workflowKeyLimits = {
  /** Time for which a key is valid. */
  keyValidMs: 60 * 60_000,
  /** Valid keys of one repository. */
  maxKeysPerRepository: 200,
  /** Time for which a key is listed after it expired. */
  retentionMs: 24 * 60 * 60_000,
} as const
