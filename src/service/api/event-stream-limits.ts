/** Limits on event streams, across all processes. */
export const eventStreamLimits = {
  /** Streams of one account. */
  maxPerAccount: 10,
  /** Streams that the workflow keys of one account may have. A client without a stream polls instead. */
  maxPerAccountsWorkflows: 6,
  /** Streams of one IP address without a key. */
  maxPerAddress: 2,
  /** Time after which a stream is closed. */
  maxDurationMs: 15 * 60_000,
  /** Interval of heartbeats. */
  heartbeatMs: 15_000,
  /** Interval at which the permissions of the client are checked. */
  permissionCheckMs: 60_000,
  /** Time after which the slot of a stream is free again if its process died. */
  leaseMs: 150_000,
} as const
