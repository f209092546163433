import { isNotRunning } from '../../model/priority.ts'
import { countBySeverity, isAtLeast } from '../../model/severity-order.ts'
import type { Severity, SeverityCounts } from '../../model/severity.ts'
import { isUndecided } from '../../model/undecided.ts'
import type { ReportedFinding } from '../reported-finding.ts'

/** Finding counts, which are the same in the check run, the comment, and the job summary. */
export interface FindingCounts {
  /** Number of new findings per severity. If there is no base, number of all open findings. */
  readonly fresh: SeverityCounts
  readonly existing: SeverityCounts
  readonly fixed: number
  readonly suppressed: number
  /** Number of new findings at or above `failOn` that count toward the verdict. */
  readonly severe: number
  /**
   * Number of new findings at or above `failOn` that are uncertain. If there is no base, they do not count toward the
   * verdict.
   */
  readonly uncertain: number
  /**
   * Number of new findings at or above `failOn` whose vulnerable code the project does not run. Present if they do not
   * count toward the verdict.
   */
  readonly notRunning?: number
}

/** Finding to count. Can represent several equal findings. */
export interface CountedFinding extends Pick<ReportedFinding, 'state' | 'severity' | 'precision' | 'guard'> {
  readonly advisory?: object | undefined
  readonly reachability?: ReportedFinding['reachability']
  /** Number of equal findings. Defaults to 1. */
  readonly times?: number
}

/** Counts a complete list of findings. */
export function findingCounts(
  findings: readonly CountedFinding[],
  {
    isCompared,
    failOn,
    onlyReachable = false,
  }: { readonly isCompared: boolean; readonly failOn: Severity; readonly onlyReachable?: boolean | undefined },
): FindingCounts {
  const of = (...states: readonly ReportedFinding['state'][]) => findings.filter(({ state }) => states.includes(state))
  const fresh = isCompared ? of('new') : of('new', 'existing')
  const atLeast = fresh.filter(({ severity }) => isAtLeast(severity, failOn))
  const severe = atLeast.filter((finding) => !onlyReachable || !isNotRunning(finding))
  const counting = severe.filter((finding) => isCompared || !isUndecided(finding))
  return {
    fresh: bySeverity(fresh),
    existing: bySeverity(isCompared ? of('existing') : []),
    fixed: totalOf(of('fixed')),
    suppressed: totalOf(of('suppressed')),
    severe: totalOf(counting),
    uncertain: totalOf(severe) - totalOf(counting),
    ...(onlyReachable && { notRunning: totalOf(atLeast) - totalOf(severe) }),
  }
}

const totalOf = (findings: readonly CountedFinding[]) => findings.reduce((sum, { times = 1 }) => sum + times, 0)

function bySeverity(findings: readonly CountedFinding[]): SeverityCounts {
  const counts = countBySeverity([])
  for (const { severity, times = 1 } of findings) {
    counts[severity] += times
    counts.total += times
  }
  return counts
}

/** Sums the findings at or above `failOn`. */
export function severeCount(counts: SeverityCounts, failOn: Severity): number {
  return (['critical', 'high', 'medium', 'low', 'info'] as const)
    .filter((severity) => isAtLeast(severity, failOn))
    .reduce((sum, severity) => sum + counts[severity], 0)
}
