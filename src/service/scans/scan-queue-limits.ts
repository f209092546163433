/** Limits on unfinished scans. Submissions above them are rejected. */
export const scanQueueLimits = {
  /** Number of scans per account. */
  maxScansPerAccount: 1_000,
  /** Number of an account's scans that the workflows of one repository submitted. */
  maxScansPerWorkflowRepository: 250,
  /** Number of scans of all accounts. */
  maxScans: 10_000,
  /** Time in seconds after which a rejected client should retry. */
  retryAfterSeconds: 30,
} as const
