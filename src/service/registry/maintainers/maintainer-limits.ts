const KiB = 1024

export const maintainerLimits = {
  /** Maximum number of servers that an account can claim. */
  maxClaimsPerAccount: 100,
  /** Maximum size of the file that proves a claim. */
  maxFileBytes: 64 * KiB,
  /** Timeout of one check. */
  lookTimeoutMs: 5 * 60_000,
  /** Time for which a verified claim is trusted before the next check. */
  recheckIntervalMs: 7 * 24 * 60 * 60_000,
  /** Delay after a check that was not possible. */
  retryDelayMs: 6 * 60 * 60_000,
  /** Maximum number of claims to check per run. */
  maxChecksPerRun: 200,
  /** Minimum interval between two requested checks. */
  checkRequestIntervalMs: 60_000,
  /** Minimum interval between two requested rescans. */
  rescanIntervalMs: 60 * 60_000,
  /** Minimum length of a dispute's reason. */
  minReasonCharacters: 20,
  /** Maximum length of a dispute's reason. */
  maxReasonCharacters: 2_000,
  /** Maximum length of a review. */
  maxReviewCharacters: 2_000,
} as const
