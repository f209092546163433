import { z } from 'zod'

/** The five severities of a finding, worst first. */
export const severities = ['critical', 'high', 'medium', 'low', 'info'] as const

export const Severity = z.enum(severities).meta({ id: 'Severity', description: 'How bad a finding is, worst first.' })
export type Severity = z.infer<typeof Severity>

/** Sort order of severities: negative when `a` is worse than `b`. */
export function compareSeverity(a: Severity, b: Severity): number {
  return severities.indexOf(a) - severities.indexOf(b)
}

/** True when `severity` is as bad as `threshold` or worse. */
export function isAtLeast(severity: Severity, threshold: Severity): boolean {
  return compareSeverity(severity, threshold) <= 0
}

/** How many findings there are of each severity; `total` is their sum. */
export const SeverityCounts = z
  .object({
    critical: z
      .int()
      .nonnegative()
      .meta({ description: 'Open findings of this severity.', examples: [1] }),
    high: z
      .int()
      .nonnegative()
      .meta({ description: 'Open findings of this severity.', examples: [0] }),
    medium: z
      .int()
      .nonnegative()
      .meta({ description: 'Open findings of this severity.', examples: [2] }),
    low: z
      .int()
      .nonnegative()
      .meta({ description: 'Open findings of this severity.', examples: [0] }),
    info: z
      .int()
      .nonnegative()
      .meta({ description: 'Open findings of this severity.', examples: [0] }),
    total: z
      .int()
      .nonnegative()
      .meta({ description: 'Sum of the five.', examples: [3] }),
  })
  .meta({ id: 'SeverityCounts', description: 'How many open findings there are of each severity.' })
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
