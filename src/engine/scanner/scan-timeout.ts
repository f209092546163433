import { ScanFailure } from '../model/failure.ts'
import type { WorkClock } from '../isolation/work-clock.ts'
import { limits } from '../model/limits.ts'

const { totalMs, waitMs } = limits.scan

/**
 * The failure of a scan that ran into `limits.scan.totalMs`, or into `limits.scan.waitMs` while others had what it
 * needs.
 */
export function scanTimeout(usedUp: WorkClock['usedUp'] = 'work'): ScanFailure {
  if (usedUp === 'wait')
    return new ScanFailure(
      'SCAN_TIMEOUT',
      `The scan waited longer than ${waitMs / 60_000} minutes for other scans and was stopped. Submit it again.`,
    )
  return new ScanFailure('SCAN_TIMEOUT', `The scan took longer than ${totalMs / 60_000} minutes and was stopped.`)
}
