/** Limits on the `Idempotency-Key` header. */
export const idempotencyLimits = {
  /** Maximum key length. */
  maxKeyBytes: 255,
  /** Time for which the response is kept. */
  retentionMs: 24 * 60 * 60_000,
  /** Time after which a request that has not responded counts as lost. If it is still running, it is rolled back. */
  leaseMs: 15_000,
} as const
