import type { UploadLimits } from '../../../engine/reports/fitted-sarif.ts'

/** Limits on one upload to GitHub code scanning. */
export const codeScanningLimits: UploadLimits = {
  /** Number of results. GitHub shows no more than this. */
  maxResults: 5_000,
  /**
   * Size of the SARIF file after gzip and base64. It must fit into one outgoing request (`outgoingLimits.maxSentBytes`)
   * and is far below GitHub's limit of 10 MB.
   */
  maxBytes: 1_000_000,
}
