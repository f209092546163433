import { z } from 'zod'
import { AdvisoryReference } from './advisory.ts'
import { Component } from './component.ts'
import { Location, OriginalPlace } from './location.ts'
import { Category, Precision } from './rule.ts'
import { Severity } from './severity.ts'

/** Whether a finding is new against the baseline, was there before, is gone, or was set aside. */
export const findingStates = ['new', 'existing', 'fixed', 'suppressed'] as const
export const FindingState = z.enum(findingStates).meta({
  id: 'FindingState',
  description: '`new` and `existing` findings are open; `fixed` ones are gone, `suppressed` ones were set aside.',
})
export type FindingState = z.infer<typeof FindingState>

/** Who set a finding aside, why, and until when. */
export const Suppression = z
  .object({
    reason: z.string().meta({ description: 'Why it was set aside.' }),
    expires: z.iso.datetime().optional().meta({ description: 'Until when; absent: for good.' }),
    by: z.string().meta({ description: 'Who set it aside.' }),
  })
  .meta({ id: 'Suppression', description: 'Who set a finding aside, why, and until when.' })
export type Suppression = z.infer<typeof Suppression>

/** A step of the way that data takes from a source to a sink. */
export const TraceStep = z
  .object({
    path: z.string().meta({ description: 'The file, from the root of the project.' }),
    line: z.int().positive().meta({ description: 'The line, from 1.' }),
    message: z.string().meta({ description: 'What happens there.' }),
    original: OriginalPlace.optional(),
  })
  .meta({ id: 'TraceStep', description: 'A step of the way that data takes from a source to a sink.' })
export type TraceStep = z.infer<typeof TraceStep>

export const guardOutcomes = ['flawed', 'undecided'] as const

/** A check that untrusted input passes before it reaches the sink, and that does not clear it. */
export const FindingGuard = z
  .object({
    path: z.string().meta({ description: 'The file, from the root of the project.' }),
    line: z.int().positive().meta({ description: 'The line, from 1.' }),
    outcome: z.enum(guardOutcomes).meta({
      description:
        '`flawed`: the check does not prevent the problem. `undecided`: the analysis could not decide whether it does.',
    }),
    reason: z.string().meta({ description: 'Why.', examples: ['validatePath() that Assay could not fully analyze.'] }),
  })
  .meta({
    id: 'FindingGuard',
    description: 'A check that untrusted input passes before it reaches the sink, but that does not clear the finding.',
  })
export type FindingGuard = z.infer<typeof FindingGuard>

/**
 * One problem in the scanned project, as every door shows it. Parts that do not apply are absent. A
 * rule that finds a file fills `location`, one that finds a package fills `component`.
 */
export const Finding = z
  .object({
    id: z.string().meta({ description: 'Names the finding of this scan.', examples: ['finding_5Qy1V0nB2Xw8'] }),
    ruleId: z.string().meta({ description: 'The rule that found it.', examples: ['vulnerable-dependency'] }),
    title: z
      .string()
      .meta({ description: 'What it is, in a line.', examples: ['flawed 0.0.8: Prototype pollution in flawed'] }),
    message: z.string().meta({
      description: 'What was found and where, in sentences.',
      examples: ['The project brings flawed 0.0.8, which GHSA-aaaa-bbbb-cccc is about.'],
    }),
    severity: Severity,
    precision: Precision,
    category: Category,
    cwe: z
      .array(z.string().meta({ examples: ['CWE-1321'] }))
      .meta({ description: 'Kinds of weakness, https://cwe.mitre.org' }),
    owaspMcp: z.array(z.string()).meta({ description: 'Ids of the OWASP MCP Top 10.' }),
    location: Location.optional().meta({ description: 'The place, where the rule found one in a file.' }),
    trace: z
      .array(TraceStep)
      .optional()
      .meta({ description: 'The way that data takes from its source to where it does harm.' }),
    guard: FindingGuard.optional().meta({
      description:
        'The check on the way of the data, where there is one. With the outcome `undecided` the finding has ' +
        'the precision `low`, does not cap the grade, and fails a verdict only if it is new against the ' +
        'baseline.',
    }),
    component: Component.optional().meta({ description: 'The package version, where the rule found one.' }),
    advisory: AdvisoryReference.optional().meta({ description: 'The published advisory behind it.' }),
    fingerprint: z.string().meta({
      description: 'The same for the same problem in every scan of the project.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    state: FindingState,
    suppression: Suppression.optional().meta({ description: 'Present when `state` is `suppressed`.' }),
    remediation: z
      .string()
      .meta({ description: 'What to do about it.', examples: ['Update flawed to 1.2.6 or later.'] }),
    helpUrl: z.url().optional().meta({ description: 'Where to read more about the rule.' }),
    firstSeenAt: z.iso.datetime().meta({ description: 'When a scan of the project first had it.' }),
  })
  .meta({ id: 'Finding', description: 'One problem in the scanned project. Parts that do not apply are absent.' })
export type Finding = z.infer<typeof Finding>

/** A finding that counts: neither fixed nor suppressed. */
export function isOpen(finding: { state: FindingState }): boolean {
  return finding.state === 'new' || finding.state === 'existing'
}
