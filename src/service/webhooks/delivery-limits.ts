const KiB = 1024

/** Limits on the delivery of webhooks. */
export const deliveryLimits = {
  /** Time for one attempt: connecting, headers, and body together. */
  attemptTimeoutMs: 30_000,
  /** Time for recording an attempt after it ended. */
  leaseMarginMs: 5_000,
  /** Bytes of a response that are stored. */
  maxResponseHeadBytes: KiB,
  /** Attempts of one process at the same time. */
  maxConcurrentAttempts: 500,
  /** Attempts at the same time to failing receivers. */
  maxFailingAttempts: 125,
  /**
   * Attempts at the same time to receivers without a success so far. Together with those to failing receivers, they do
   * not exceed the sum of both limits.
   */
  maxUnprovenAttempts: 250,
  /** Attempts at the same time to hosts that submissions of one account named. */
  maxSubmittedHostAttempts: 50,
  /** Time after which a receiver counts as slow. */
  slowAfterMs: 5_000,
  /** Size of a finding that is sent completely. */
  maxFindingBytes: 256 * KiB,
  /** Length of each text of a larger finding. */
  maxFindingTextCharacters: 2_000,
  /** Attempts at the same time to one endpoint. */
  maxConcurrentPerEndpoint: 8,
  /** Attempts at the same time to one host that a submission named. */
  maxConcurrentPerHost: 4,
  /** Attempts per minute that one account may start to one host that a submission named. */
  maxPerHostMinute: 60,
  /**
   * Interval at which each process looks for abandoned work: attempts whose process died, and events that had to wait.
   */
  sweepIntervalMs: 15_000,
  /** Time for which a stopping process waits for running attempts. */
  stopTimeoutMs: 5_000,
  /** Time of failed attempts only, after which an endpoint is disabled. */
  disableAfterMs: 3 * 24 * 60 * 60_000,
} as const
