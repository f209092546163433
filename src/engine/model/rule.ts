import { z } from 'zod'
import { Severity } from './severity.ts'

/** How often a rule's findings are true positives. Only the two highest values cap a score. */
export const precisions = ['very-high', 'high', 'medium', 'low'] as const
export const Precision = z.enum(precisions).meta({
  id: 'Precision',
  description:
    "How often the rule's findings are correct. Only findings with `very-high` or `high` precision can cap a score.",
})
export type Precision = z.infer<typeof Precision>

/** What a finding is about. */
export const categories = ['dependency', 'code', 'secret', 'tool', 'supply-chain', 'configuration'] as const
export const Category = z.enum(categories).meta({ id: 'Category', description: 'Category of the finding.' })
export type Category = z.infer<typeof Category>

/** Documentation of a rule: what it finds, why it matters, and how to fix it. */
export const RuleDocument = z.object({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string(),
  category: Category,
  /** Default severity of the rule's findings. */
  severity: Severity,
  precision: Precision,
  cwe: z.array(z.string()),
  /** IDs from the OWASP MCP Top 10. */
  owaspMcp: z.array(z.string()),
  /** IDs of SAFE-MCP techniques, such as `SAFE-T1101`. */
  safeMcp: z.array(z.string()),
  what: z.string(),
  why: z.string(),
  remediation: z.string(),
  examples: z.object({
    bad: z.array(z.string()).min(1),
    good: z.array(z.string()).min(1),
  }),
})
export type RuleDocument = z.infer<typeof RuleDocument>
