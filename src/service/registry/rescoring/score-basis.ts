import type { Finding } from '../../../engine/model/finding.ts'
import type { ScoreBasis } from '../../../engine/model/registry-source.ts'
import type { ScoredFinding } from '../../../engine/scanner/score.ts'

/**
 * Returns the formula input for any version: the number of a revision's open findings, grouped by every property that a
 * formula may distinguish.
 */
export function scoreBasisOf(
  findings: readonly Pick<Finding, 'severity' | 'precision' | 'component' | 'reachability'>[],
): ScoreBasis[] {
  const counts = new Map<string, ScoreBasis>()
  for (const { severity, precision, component, reachability } of findings) {
    const isDev = component?.dev === true
    const status = reachability?.status
    const key = `${severity} ${precision} ${isDev} ${status ?? ''}`
    const count = (counts.get(key)?.count ?? 0) + 1
    counts.set(key, { severity, precision, isDev, ...(status && { reachability: status }), count })
  }
  return [...counts.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, basis]) => basis)
}

/** Returns the findings of a basis, as formula input. */
export function findingsOfBasis(basis: readonly ScoreBasis[]): ScoredFinding[] {
  return basis.flatMap(({ severity, precision, isDev, reachability: status, count }) =>
    Array.from({ length: count }, () => ({
      severity,
      precision,
      component: { dev: isDev },
      ...(status && { reachability: { status } }),
    })),
  )
}
