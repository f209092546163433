const MiB = 1024 * 1024

/** Limits on measuring the quality of servers. */
export const qualityLimits = {
  /** Interval at which a server is measured. */
  measureIntervalMs: 7 * 24 * 60 * 60_000,
  /** Servers that one run of the job measures. */
  maxServersPerRun: 200,
  /** Size of one answer of an API. */
  maxAnswerBytes: 16 * MiB,
  /** Time for which the entity tag of an answer is kept. */
  entityTagRetentionMs: 60 * 24 * 60 * 60_000,
  /** Requests of the GitHub rate limit that are left to other work. */
  minGithubRequestsLeft: 5,
} as const
