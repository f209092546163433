/** Limits on concurrent scans, across all processes. Each is at least 1. */
export interface ScansAtOnce {
  /** Maximum number of concurrent scans for all accounts together. */
  readonly ofAll: number
  /** Maximum number of concurrent scans per account. */
  readonly ofAccount: number
  /** Number of running scans at which no further registry scan starts. Default: 1. */
  readonly besideRegistry?: number
}
