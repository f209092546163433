import { z } from 'zod'

/** Severities of a finding, worst first. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const

export const Severity = z
  .enum(severities)
  .meta({ id: 'Severity', description: 'Finding severity. The values are listed from most to least severe.' })
export type Severity = z.infer<typeof Severity>

/** Compares two severities for sorting. Returns a negative number if `a` is worse than `b`. */
export function compareSeverity(a: Severity, b: Severity): number {
  return severities.indexOf(a) - severities.indexOf(b)
}

/** Returns whether `severity` is at least as severe as `threshold`. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return compareSeverity(severity, threshold) <= 0
}

/** Number of findings of each severity. `total` is their sum. */
export const SeverityCounts = z
  .object({
    critical: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of open critical findings.', examples: [1] }),
    high: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of open high findings.', examples: [0] }),
    medium: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of open medium findings.', examples: [2] }),
    low: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of open low findings.', examples: [0] }),
    info: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of open informational findings.', examples: [0] }),
    total: z
      .int()
      .nonnegative()
      .meta({ description: 'Total number of open findings.', examples: [3] }),
  })
  .meta({ id: 'SeverityCounts', description: 'Number of open findings by severity.' })
export type SeverityCounts = z.infer<typeof SeverityCounts>

/** Counts anything that has a severity. */
export function countBySeverity(findings: Iterable<{ severity: Severity }>): SeverityCounts {
  const counts: SeverityCounts = { critical: 0, high: 0, medium: 0, low: 0, info: 0, total: 0 }
  for (const { severity } of findings) {
    counts[severity] += 1
    counts.total += 1
  }
  return counts
}
