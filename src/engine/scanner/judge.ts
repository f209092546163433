import { type Finding, isOpen } from '../model/finding.ts'
import type { ScanResults, Verdict } from '../model/scan.ts'
import { countBySeverity, type Severity } from '../model/severity.ts'
import { scoreFindings } from './score.ts'
import { type RuleStates, verdictOf } from './verdict.ts'

/** Computes the score, counts, and verdict for a list of findings. */
export function judge(
  findings: readonly Finding[],
  scan: {
    gaps: readonly string[]
    failOn: Severity
    /** True if the scan has a baseline, so only new findings fail it. */ onlyNew?: boolean
    /** True if vulnerabilities whose code the project does not run do not fail the scan. */
    onlyReachable?: boolean
    /** True if the change makes something unreadable that the baseline scan could read (see `lostReadings`). */
    isReadingLost?: boolean
    /** True if the change adds a capability that a trusted project's settings do not allow. */
    addsCapability?: boolean
    /** Rule settings of a trusted project. */ rules?: RuleStates
    /** Reports whether a finding counts toward the score. By default, all do. */
    isScored?: (finding: Finding) => boolean
  },
): { results: ScanResults; verdict: Verdict } {
  const partial = scan.gaps.length > 0
  const open = findings.filter(isOpen)
  const { score, grade, method } = scoreFindings(open.filter(scan.isScored ?? (() => true)), { partial })
  return {
    results: { securityScore: score, grade, vulnerabilities: countBySeverity(open), partial, method },
    verdict: verdictOf(findings, {
      failOn: scan.failOn,
      partial,
      onlyNew: scan.onlyNew ?? false,
      onlyReachable: scan.onlyReachable ?? false,
      isReadingLost: scan.isReadingLost ?? false,
      addsCapability: scan.addsCapability ?? false,
      rules: scan.rules ?? [],
    }),
  }
}
