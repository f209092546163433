const MiB = 1024 * 1024

/** Limits on scans started by the registry. */
export const intakeLimits = {
  /** Maximum number of registry scans in the scan queue. */
  maxWaitingScans: 20,
  /** Delays before the second, third, and each further attempt. */
  retryDelaysMs: [10 * 60_000, 60 * 60_000, 6 * 60 * 60_000, 24 * 60 * 60_000],
  /** Age at which a current revision is scanned again. */
  rescanAgeMs: 30 * 24 * 60 * 60_000,
  /** Interval at which a package's current revision is resolved. */
  resolveIntervalMs: 24 * 60 * 60_000,
  /**
   * Interval at which a repository's current revision is resolved. With at most about 4,000 repositories, a repository
   * that becomes private is hidden within an hour.
   */
  resolveGitIntervalMs: 40 * 60_000,
  /** First delay before a missing source is resolved again. */
  firstGoneDelayMs: 10 * 60_000,
  /** Maximum delay before a missing source is resolved again. */
  maxGoneDelayMs: 7 * 24 * 60 * 60_000,
  /** Maximum number of sources to resolve per run. The job runs every five minutes. */
  maxResolvesPerRun: 500,
  /** Maximum number of concurrent requests. */
  maxConcurrentResolves: 4,
  /** Maximum size of a name list. */
  maxListBytes: 32 * MiB,
  /** Maximum number of errors in a list of names that are reported individually. */
  maxListMistakes: 50,
} as const
