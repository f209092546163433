const KiB = 1024

/** Limits on claims of maintainers, disputes, and rescans. */
export const maintainerLimits = {
  /** Servers that one account may claim. */
  maxClaimsPerAccount: 100,
  /** Size of the file that proves a claim. */
  maxFileBytes: 64 * KiB,
  /** Time that one check of a claim may take. */
  lookTimeoutMs: 5 * 60_000,
  /** Time for which a verified claim is trusted before the next check. */
  recheckIntervalMs: 7 * 24 * 60 * 60_000,
  /** Delay after a check that could not be made. */
  retryDelayMs: 6 * 60 * 60_000,
  /** Claims that one run of the job checks. */
  maxChecksPerRun: 200,
  /** Interval at which one check may be requested. */
  checkRequestIntervalMs: 60_000,
  /** Interval at which a maintainer may request a rescan. */
  rescanIntervalMs: 60 * 60_000,
  /** Length of the reason of a dispute at least. */
  minReasonCharacters: 20,
  /** Length of the reason of a dispute. */
  maxReasonCharacters: 2_000,
  /** Length of the review of a dispute. */
  maxReviewCharacters: 2_000,
} as const
