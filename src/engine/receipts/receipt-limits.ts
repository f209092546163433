const MiB = 1024 * 1024

/** Limits on registry receipts. */
export const receiptLimits = {
  /** How long a receipt is valid. */
  validMs: 30 * 24 * 60 * 60_000,
  /** How long before expiry a receipt is renewed. */
  renewBeforeExpiryMs: 10 * 24 * 60 * 60_000,
  /** Tolerated difference between the clocks. */
  maxClockSkewMs: 5 * 60_000,
  /** Maximum size of a receipt file or key file. */
  maxFileBytes: MiB,
} as const
