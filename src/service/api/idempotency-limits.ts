/** Limits on the header `Idempotency-Key`. */
export const idempotencyLimits = {
  /** Maximum length of the key. */
  maxKeyBytes: 255,
  /** Time for which the response is kept. */
  retentionMs: 24 * 60 * 60_000,
  /** Time after which a request without a response counts as lost. If it is still running, it is rolled back. */
  leaseMs: 15_000,
} as const
