const KiB = 1024

/** Limits on webhook delivery. */
export const deliveryLimits = {
  /** Timeout per attempt, including connection, headers, and body. */
  attemptTimeoutMs: 30_000,
  /** Time to record an attempt after it ends. */
  leaseMarginMs: 5_000,
  /** Maximum number of response bytes to store. */
  maxResponseHeadBytes: KiB,
  /** Maximum number of concurrent attempts in one process. */
  maxConcurrentAttempts: 500,
  /** Maximum number of concurrent attempts to failing receivers. */
  maxFailingAttempts: 125,
  /**
   * Maximum number of concurrent attempts to receivers without a success so far. Attempts to these and to failing
   * receivers together stay below the sum of both limits.
   */
  maxUnprovenAttempts: 250,
  /** Maximum number of concurrent attempts to hosts named in one account's submissions. */
  maxSubmittedHostAttempts: 50,
  /** Duration after which a running attempt counts as failing. */
  slowAfterMs: 5_000,
  /** Maximum size of a finding that is sent in full. */
  maxFindingBytes: 256 * KiB,
  /** Maximum length of each text in a finding that exceeds this size. */
  maxFindingTextCharacters: 2_000,
  /** Maximum number of concurrent attempts to one endpoint. */
  maxConcurrentPerEndpoint: 8,
  /** Maximum number of concurrent attempts to one host named in a submission. */
  maxConcurrentPerHost: 4,
  /** Maximum number of attempts per minute that one account may cause to one host named in a submission. */
  maxPerHostMinute: 60,
  /**
   * Interval at which each process looks for abandoned work: attempts whose process died, and deliveries that could not
   * be claimed yet.
   */
  sweepIntervalMs: 15_000,
  /** Time that running attempts get when the process stops. */
  stopTimeoutMs: 5_000,
  /** Time of uninterrupted failures after which an endpoint is disabled. */
  disableAfterMs: 3 * 24 * 60 * 60_000,
} as const
