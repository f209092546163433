/** Limits on scans at the same time, over all processes. At least 1 each. */
export interface ScansAtOnce {
  /** Scans of all accounts. */
  readonly ofAll: number
  /** Scans of one account. */
  readonly ofAccount: number
  /** Running scans below which a scan of the registry starts. Default: 1. */
  readonly besideRegistry?: number
}
