import { type Finding, isOpen } from '../model/finding.ts'
import type { ScanFailureCode, Verdict } from '../model/scan.ts'
import { isAtLeast, type Severity } from '../model/severity.ts'

/**
 * What a finished scan means. A finding at or above `failOn` is a failure even when the scan did not
 * see everything; without one, a scan with gaps is `partial`, never a pass. With `onlyNew` what was there
 * before does not count.
 */
export function verdictOf(findings: readonly Pick<Finding, 'severity' | 'state'>[], scan: { failOn: Severity; partial: boolean; onlyNew?: boolean }): Verdict {
  if (findings.some((finding) => (scan.onlyNew ? finding.state === 'new' : isOpen(finding)) && isAtLeast(finding.severity, scan.failOn))) return 'fail'
  return scan.partial ? 'partial' : 'pass'
}

/** What a failed scan means: never green and never red. */
export function verdictOfFailure(code: ScanFailureCode): Verdict {
  return code === 'NOTHING_TO_SCAN' ? 'nothing-scanned' : 'error'
}
