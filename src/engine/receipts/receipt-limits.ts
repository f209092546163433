const MiB = 1024 * 1024

/** Limits on the receipts of the registry. */
export const receiptLimits = {
  /** Time for which a receipt is valid. */
  validMs: 30 * 24 * 60 * 60_000,
  /** Time before the end of validity at which a receipt is renewed. */
  renewBeforeExpiryMs: 10 * 24 * 60 * 60_000,
  /** Difference between two clocks. */
  maxClockSkewMs: 5 * 60_000,
  /** Size of a file with a receipt or with keys. */
  maxFileBytes: MiB,
} as const
