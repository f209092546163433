const MiB = 1024 * 1024

/** Limits on the scans that the registry starts itself. */
export const intakeLimits = {
  /** Scans of the registry that wait in the scan queue. */
  maxWaitingScans: 20,
  /** Delays before the second, third, and each further attempt. */
  retryDelaysMs: [10 * 60_000, 60 * 60_000, 6 * 60 * 60_000, 24 * 60 * 60_000],
  /** Age at which a current revision is scanned again. */
  rescanAgeMs: 30 * 24 * 60 * 60_000,
  /** Interval at which the current revision of a package is resolved. */
  resolveIntervalMs: 24 * 60 * 60_000,
  /**
   * Interval at which the current revision of a repository is resolved. If the registry has at most about 4,000
   * repositories, a repository that turns private leaves it within an hour.
   */
  resolveGitIntervalMs: 40 * 60_000,
  /** Delay before a source that was not found is resolved again for the first time. */
  firstGoneDelayMs: 10 * 60_000,
  /** Longest delay before a source that was not found is resolved again. */
  maxGoneDelayMs: 7 * 24 * 60 * 60_000,
  /** Sources that one run of the job resolves. The job runs every five minutes. */
  maxResolvesPerRun: 500,
  /** Sources that are resolved at the same time. */
  maxConcurrentResolves: 4,
  /** Size of a file of names. */
  maxListBytes: 32 * MiB,
  /** Mistakes in a file of names that are reported one by one. */
  maxListMistakes: 50,
} as const
