/** Limits on the header `Idempotency-Key`. */
export const idempotencyLimits = {
  /** Length of the key. */
  maxKeyBytes: 255,
  /** Time for which the answer is kept. */
  retentionMs: 24 * 60 * 60_000,
  /**
   * Time after which a request without an answer counts as lost. A request that still runs after that is rolled back.
   */
  leaseMs: 15_000,
} as const
