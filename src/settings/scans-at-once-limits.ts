/** Default limits on concurrent scans, across all processes. */
export const scansAtOnceLimits = {
  /** Maximum number of concurrent scans for all accounts together. */
  maxScans: 64,
  /** Maximum number of concurrent scans per account. */
  maxScansPerAccount: 8,
  /** Number of running scans at which no further registry scan starts. */
  maxScansBesideRegistry: 1,
} as const

/**
 * Default number of scans after which a worker starts another scan process, because a hostile source may have taken
 * control of this one. A start, with that of the fetcher, takes 0.3 s of CPU time.
 */
export const scansPerProcess = 20
