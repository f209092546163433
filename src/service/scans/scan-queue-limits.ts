/** Limits on scans that wait or run. Above them, submissions are rejected. */
export const scanQueueLimits = {
  /** Scans of one account. */
  maxScansPerAccount: 1_000,
  /** Scans of one account that the workflows of one repository may have. */
  maxScansPerWorkflowRepository: 250,
  /** Scans of all accounts. */
  maxScans: 10_000,
  /** Seconds after which a rejected client should retry. */
  retryAfterSeconds: 30,
} as const
