const MiB = 1024 * 1024

export const qualityLimits = {
  /** Interval between measurements of a server. */
  measureIntervalMs: 7 * 24 * 60 * 60_000,
  /** Maximum number of servers to measure per run. */
  maxServersPerRun: 200,
  /** Maximum size of an API response. */
  maxAnswerBytes: 16 * MiB,
  /** Time for which a response's entity tag is kept. */
  entityTagRetentionMs: 60 * 24 * 60 * 60_000,
  /** Number of requests within the GitHub rate limit that are left for other work. */
  minGithubRequestsLeft: 5,
} as const
