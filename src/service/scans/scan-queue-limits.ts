/** Limits on unfinished scans. Submissions above them are rejected. */
export const scanQueueLimits = {
  /** Maximum number of scans per account. */
  maxScansPerAccount: 1_000,
  /** Maximum number of an account's scans that were submitted by one repository's workflows. */
  maxScansPerWorkflowRepository: 250,
  /** Maximum number of scans for all accounts together. */
  maxScans: 10_000,
  /** Time in seconds after which a rejected client should retry. */
  retryAfterSeconds: 30,
} as const
