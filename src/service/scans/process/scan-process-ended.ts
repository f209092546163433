/** Thrown if the scan process ended during a scan. The scan is retried. */
export class ScanProcessEnded extends Error {
  override readonly name = 'ScanProcessEnded'

  constructor(reason = 'it has no such scan') {
    super(`the scan process ended during the scan: ${reason}`)
  }
}
