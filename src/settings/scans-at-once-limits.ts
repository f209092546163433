/** Default limits on concurrent scans, across all processes. */
export const scansAtOnceLimits = {
  /** Maximum number of concurrent scans for all accounts together. */
  maxScans: 64,
  /** Maximum number of concurrent scans per account. */
  maxScansPerAccount: 8,
  /** Number of running scans at which no further registry scan starts. */
  maxScansBesideRegistry: 1,
} as const
