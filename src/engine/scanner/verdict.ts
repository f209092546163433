import { type Finding, isOpen } from '../model/finding.ts'
import { isNotRunning } from '../model/priority.ts'
import { isUndecided } from '../model/undecided.ts'
import type { ScanFailureCode, Verdict } from '../model/scan.ts'
import { isAtLeast, type Severity } from '../model/severity.ts'
import type { RuleSetting } from '../project-settings/settings-file.ts'

/** A project's rule settings. Findings of a `block` rule always fail, and those of a `warn` rule never do. */
export type RuleStates = readonly Pick<RuleSetting, 'rule' | 'state'>[]

type JudgedFinding = Pick<Finding, 'severity'> &
  Partial<Pick<Finding, 'advisory' | 'guard' | 'precision' | 'reachability' | 'ruleId'>>

/**
 * Returns the verdict of a finished scan.
 *
 * - A finding at or above `failOn` is a failure, even if the scan is incomplete. Otherwise, an incomplete scan is
 *   `partial` and never a pass.
 * - If `onlyNew` is set, existing findings do not count.
 * - An undecided finding counts only if it is new compared to a baseline, or if `rules` blocks its rule.
 * - If `onlyReachable` is set, vulnerabilities whose code the project does not run count only if `rules` blocks their
 *   rule.
 * - `rules` holds a trusted project's settings.
 * - If `isReadingLost` is set, the change makes something unreadable that the base scan could read (see
 *   `lostReadings`). This is a failure, because it can hide anything.
 * - If `addsCapability` is set, the change adds a tool capability that the settings do not allow.
 */
export function verdictOf(
  findings: readonly (Pick<Finding, 'state'> & JudgedFinding)[],
  scan: {
    failOn: Severity
    partial: boolean
    onlyNew?: boolean
    onlyReachable?: boolean
    isReadingLost?: boolean
    addsCapability?: boolean
    rules?: RuleStates
  },
): Verdict {
  if (scan.isReadingLost || scan.addsCapability) return 'fail'
  const states = new Map(scan.rules?.map(({ rule, state }) => [rule, state]))
  const fails = ({ ruleId = '', severity, ...finding }: JudgedFinding) => {
    const state = states.get(ruleId)
    const counts =
      (!isUndecided(finding) || scan.onlyNew === true) && !(scan.onlyReachable === true && isNotRunning(finding))
    return state === 'block' || (state !== 'warn' && counts && isAtLeast(severity, scan.failOn))
  }
  if (findings.some((finding) => (scan.onlyNew ? finding.state === 'new' : isOpen(finding)) && fails(finding)))
    return 'fail'
  return scan.partial ? 'partial' : 'pass'
}

/** Returns the verdict for a failed scan, which is neither `pass` nor `fail`. */
export function verdictOfFailure(code: ScanFailureCode): Verdict {
  return code === 'NOTHING_TO_SCAN' ? 'nothing-scanned' : 'error'
}
