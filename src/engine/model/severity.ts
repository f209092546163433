import { z } from 'zod'
import { severities } from './severity-order.ts'

export { compareSeverity, countBySeverity, isAtLeast, severities } from './severity-order.ts'

export const Severity = z
  .enum(severities)
  .meta({ id: 'Severity', description: 'Finding severity. The values are listed from most to least severe.' })
export type Severity = z.infer<typeof Severity>

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
