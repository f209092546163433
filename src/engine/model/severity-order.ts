/**
 * Finding severities, worst first. This file does not import the schema library, so small programs can import it
 * cheaply.
 */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const
type Severity = (typeof severities)[number]

/** Compares two severities for sorting. Returns a negative number if `a` is more severe than `b`. */
export function compareSeverity(a: Severity, b: Severity): number {
  return severities.indexOf(a) - severities.indexOf(b)
}

/** Reports whether `severity` is at least as severe as `threshold`. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return compareSeverity(severity, threshold) <= 0
}

export function countBySeverity(
  findings: Iterable<{ readonly severity: Severity }>,
): Record<Severity | 'total', number> {
  const counts = { critical: 0, high: 0, medium: 0, low: 0, info: 0, total: 0 }
  for (const { severity } of findings) {
    counts[severity] += 1
    counts.total += 1
  }
  return counts
}
