import { z } from 'zod'
import { Severity } from './severity.ts'

/** How often a finding of a rule is right; only the two highest cap a score. */
export const precisions = ['very-high', 'high', 'medium', 'low'] as const
export const Precision = z.enum(precisions).meta({
  id: 'Precision',
  description: 'How often findings of the rule are right; only `very-high` and `high` cap a score.',
})
export type Precision = z.infer<typeof Precision>

/** What a finding is about. */
export const categories = ['dependency', 'code', 'secret', 'tool', 'supply-chain', 'configuration'] as const
export const Category = z.enum(categories).meta({ id: 'Category', description: 'What a finding is about.' })
export type Category = z.infer<typeof Category>

/** A rule is a small document: what it finds, why that matters, what to do about it. */
export const RuleDocument = z.object({
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  title: z.string(),
  category: Category,
  /** Severity of a finding that has none of its own. */
  severity: Severity,
  precision: Precision,
  cwe: z.array(z.string()),
  /** OWASP MCP Top 10 ids. */
  owaspMcp: z.array(z.string()),
  /** Technique ids of SAFE-MCP, such as `SAFE-T1101`. */
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
