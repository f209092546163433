import { ScanFailure } from '../model/failure.ts'
import { limits } from '../model/limits.ts'

/** The failure of a scan that ran into `limits.scan.totalMs`. */
export function scanTimeout(): ScanFailure {
  return new ScanFailure('SCAN_TIMEOUT', `The scan took longer than ${limits.scan.totalMs / 60_000} minutes and was stopped.`)
}
