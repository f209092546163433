import type { UploadLimits } from '../../../engine/reports/fitted-sarif.ts'

/** Limits on one upload to GitHub code scanning. */
export const codeScanningLimits: UploadLimits = {
  /** Results. GitHub shows no more. */
  maxResults: 5_000,
  /**
   * Size of the SARIF file in gzip and base64. It must fit into one outgoing request (`outgoingLimits.maxSentBytes`)
   * and is far below the limit of GitHub, 10 MB.
   */
  maxBytes: 1_000_000,
}
