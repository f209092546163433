import type { Finding } from '../../../engine/model/finding.ts'
import type { ScoreBasis } from '../../../engine/model/registry-source.ts'
import type { ScoredFinding } from '../../../engine/scanner/score.ts'

/**
 * Returns the formula input for any version: the number of a revision's open findings, grouped by every property that a
 * formula may distinguish.
 */
export function scoreBasisOf(findings: readonly Pick<Finding, 'severity' | 'precision' | 'component'>[]): ScoreBasis[] {
  const counts = new Map<string, ScoreBasis>()
  for (const { severity, precision, component } of findings) {
    const isDev = component?.dev === true
    const key = `${severity} ${precision} ${isDev}`
    counts.set(key, { severity, precision, isDev, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, basis]) => basis)
}

/** Returns the findings of a basis, as formula input. */
export function findingsOfBasis(basis: readonly ScoreBasis[]): ScoredFinding[] {
  return basis.flatMap(({ severity, precision, isDev, count }) =>
    Array.from({ length: count }, () => ({ severity, precision, component: { dev: isDev } })),
  )
}
