const MiB = 1024 * 1024

export const githubAppLimits = {
  /** Maximum size of a delivery. GitHub sends at most 25 MB. */
  maxDeliveryBytes: 25 * MiB,
  /** Maximum total size of the bodies of deliveries that are received at the same time, apart from the free bytes. */
  maxSharedBodyBytes: 128 * MiB,
  /** Number of bytes of each body that are not counted. Most deliveries have fewer. */
  freeBodyBytes: MiB / 4,
  /** Maximum size of a GitHub API response. */
  maxAnswerBytes: 16 * MiB,
  /** Number of days for which deliveries are stored to detect duplicates. */
  deliveryRetentionDays: 7,
  /**
   * Number of days for which edited and deleted comments are remembered. GitHub repeats an event for up to three days
   * (https://docs.github.com/en/webhooks/testing-and-troubleshooting-webhooks/redelivering-webhooks).
   */
  acceptanceMarkDays: 30,
  /** Maximum number of waiting scans in an account. Initial scans are added only below this number. */
  maxInitialScans: 100,
  /** Number of initial scans that wait even if the account has more waiting scans than that. */
  minInitialScans: 4,
  /** Time after which a waiting scan gets the next priority, so that later scans do not delay it forever. */
  maxScanWaitMs: 15 * 60_000,
  /** Pause before more initial scans are added. */
  initialScansPauseMs: 20_000,
  /** Time for which a delivery is retried during a GitHub outage. */
  outageTimeoutMs: 6 * 60 * 60_000,
  /** Time for which a scan is retried during a GitHub outage. */
  scanOutageTimeoutMs: 30 * 60_000,
  /** Time for which a missing commit or branch is requested again before it is considered deleted. */
  missingTimeoutMs: 60_000,
  /** Timeout of the first attempt to create a new check's run. */
  firstRunTimeoutMs: 10_000,
  /**
   * Time for which no other process may create that check run. Longer than `firstRunTimeoutMs`, so that a run that
   * GitHub created late is found.
   */
  firstRunReservedMs: 15_000,
} as const
