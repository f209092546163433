const MiB = 1024 * 1024

export const qualityLimits = {
  /** How often a server is measured. */
  measureIntervalMs: 7 * 24 * 60 * 60_000,
  /** Maximum number of servers to measure per run. */
  maxServersPerRun: 200,
  /** Maximum size of an API response. */
  maxAnswerBytes: 16 * MiB,
  /** How long the entity tag of a response is kept. */
  entityTagRetentionMs: 60 * 24 * 60 * 60_000,
  /** Requests of the GitHub rate limit to leave for other work. */
  minGithubRequestsLeft: 5,
} as const
