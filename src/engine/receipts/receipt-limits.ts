const MiB = 1024 * 1024

/** Limits on the receipts of the registry. */
export const receiptLimits = {
  /** Time for which a receipt is valid. */
  validMs: 30 * 24 * 60 * 60_000,
  /** Time before expiry at which a receipt is renewed. */
  renewBeforeExpiryMs: 10 * 24 * 60 * 60_000,
  /** Tolerated difference between two clocks. */
  maxClockSkewMs: 5 * 60_000,
  /** Size of a receipt file or key file. */
  maxFileBytes: MiB,
} as const
