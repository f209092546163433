import { ScanFailure } from '../model/failure.ts'
import type { WorkClock } from '../isolation/work-clock.ts'
import { scanTimeLimits } from '../sources/scan-time-limits.ts'

const { maxWorkMs: totalMs, maxWaitMs: waitMs } = scanTimeLimits

/**
 * Returns the failure for a scan that exceeded `scanTimeLimits.maxWorkMs`, or `scanTimeLimits.maxWaitMs` because other
 * scans used the resources.
 */
export function scanTimeout(usedUp: WorkClock['usedUp'] = 'work'): ScanFailure {
  if (usedUp === 'wait')
    return new ScanFailure(
      'SCAN_TIMEOUT',
      `The scan waited longer than ${waitMs / 60_000} minutes for other scans and was stopped. Submit it again.`,
    )
  return new ScanFailure('SCAN_TIMEOUT', `The scan took longer than ${totalMs / 60_000} minutes and was stopped.`)
}
