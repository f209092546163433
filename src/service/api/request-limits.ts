const KiB = 1024

/** Limits on each API request. */
export const requestLimits = {
  /** Maximum body size. */
  maxBodyBytes: 64 * KiB,
  /** Time limit for receiving the headers. */
  headersTimeoutMs: 10_000,
  /** Time limit for receiving the complete request. */
  totalTimeoutMs: 30_000,
} as const
