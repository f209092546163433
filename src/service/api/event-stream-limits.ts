/** Limits on event streams, across all processes. */
export const eventStreamLimits = {
  /** Maximum number of streams per account. */
  maxPerAccount: 10,
  /** Maximum number of streams for an account's workflow keys. A client that gets no stream polls instead. */
  maxPerAccountsWorkflows: 6,
  /** Maximum number of streams per IP address for clients that send no key. */
  maxPerAddress: 2,
  /** Time after which a stream is closed. */
  maxDurationMs: 15 * 60_000,
  /** Interval between heartbeats. */
  heartbeatMs: 15_000,
  /** Interval between checks of the client's permissions. */
  permissionCheckMs: 60_000,
  /** Time after which a stream's slot is freed if its process died. */
  leaseMs: 150_000,
} as const
