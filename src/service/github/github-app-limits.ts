const MiB = 1024 * 1024

/** Limits of the GitHub App. */
export const githubAppLimits = {
  /** Size of a delivery. GitHub sends at most 25 MB. */
  maxDeliveryBytes: 25 * MiB,
  /** Size of a response of the GitHub API. */
  maxAnswerBytes: 16 * MiB,
  /** Days for which deliveries are stored to recognize repetitions. */
  deliveryRetentionDays: 7,
  /**
   * Days for which comments are remembered that accept nothing anymore. GitHub repeats an event for up to three days
   * (https://docs.github.com/en/webhooks/testing-and-troubleshooting-webhooks/redelivering-webhooks).
   */
  acceptanceMarkDays: 30,
  /** Waiting scans of an account below which further initial scans are added. */
  maxInitialScans: 100,
  /** Pause before the remaining initial scans are considered again. */
  initialScansPauseMs: 20_000,
  /** Time for which a delivery is retried during an outage of GitHub. */
  outageTimeoutMs: 6 * 60 * 60_000,
  /** Time for which a scan is retried during an outage of GitHub. */
  scanOutageTimeoutMs: 30 * 60_000,
  /** Time for which a missing commit or branch is requested again. After that, the comparison treats it as missing. */
  missingTimeoutMs: 60_000,
  /** Time for the first attempt to create the check run of a new check. */
  firstRunTimeoutMs: 10_000,
  /**
   * Time for which no other process creates that check run. It is longer than `firstRunTimeoutMs`, so a run that GitHub
   * created late is found.
   */
  firstRunReservedMs: 15_000,
} as const
