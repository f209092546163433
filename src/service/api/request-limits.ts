const KiB = 1024

/** Limits on one request to the API. */
export const requestLimits = {
  /** Size of the body. */
  maxBodyBytes: 64 * KiB,
  /** Time for receiving the headers. */
  headersTimeoutMs: 10_000,
  /** Time for receiving the whole request. */
  totalTimeoutMs: 30_000,
} as const
