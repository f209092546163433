/** Default limits on scans at the same time, over all processes. */
export const scansAtOnceLimits = {
  /** Scans of all accounts. */
  maxScans: 64,
  /** Scans of one account. */
  maxScansPerAccount: 8,
  /** Running scans below which a scan of the registry starts. */
  maxScansBesideRegistry: 1,
} as const
