import { z } from 'zod'
import { AdvisoryReference } from './advisory.ts'
import { Component } from './component.ts'
import { Location, OriginalPlace } from './location.ts'
import { Reachability } from './reachability.ts'
import { Category, Precision } from './rule.ts'
import { Severity } from './severity.ts'

/** How a finding compares with the baseline. */
export const findingStates = ['new', 'existing', 'fixed', 'suppressed'] as const
export const FindingState = z.enum(findingStates).meta({
  id: 'FindingState',
  description:
    'State relative to the baseline. `new` and `existing` findings are open. `fixed` findings no longer occur. ' +
    '`suppressed` findings do not affect the verdict or the score.',
})
export type FindingState = z.infer<typeof FindingState>

/** Who suppressed a finding, why, and until when. */
export const Suppression = z
  .object({
    reason: z.string().meta({ description: 'Reason for the suppression.' }),
    expires: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time when the suppression expires. Omitted if it does not expire.' }),
    by: z.string().meta({
      description:
        'File and line of the suppression. If the suppression is a comment in the code, the value starts with ' +
        '`inline`.',
    }),
  })
  .meta({ id: 'Suppression', description: 'Location, reason, and expiration time of a suppression.' })
export type Suppression = z.infer<typeof Suppression>

/** One step of a data flow from source to sink. */
export const TraceStep = z
  .object({
    path: z.string().meta({ description: 'File path, relative to the project root.' }),
    line: z.int().positive().meta({ description: 'Line number (1-based).' }),
    message: z.string().meta({ description: 'What happens at this step.' }),
    original: OriginalPlace.optional(),
  })
  .meta({ id: 'TraceStep', description: 'One step of a data flow from source to sink.' })
export type TraceStep = z.infer<typeof TraceStep>

export const guardOutcomes = ['flawed', 'undecided'] as const

/** A check that untrusted input passes before it reaches the sink, but that does not clear the finding. */
export const FindingGuard = z
  .object({
    path: z.string().meta({ description: 'File path, relative to the project root.' }),
    line: z.int().positive().meta({ description: 'Line number (1-based).' }),
    outcome: z.enum(guardOutcomes).meta({
      description:
        '`flawed`: the check does not prevent the problem. `undecided`: the analysis could not determine ' +
        'whether the check prevents the problem.',
    }),
    reason: z
      .string()
      .meta({ description: 'Reason for the outcome.', examples: ['Assay could not fully analyze validatePath().'] }),
  })
  .meta({
    id: 'FindingGuard',
    description:
      'A check that the code performs on the untrusted input before the input reaches the sink. The finding is ' +
      'reported because Assay could not confirm that the check prevents the problem.',
  })
export type FindingGuard = z.infer<typeof FindingGuard>

/**
 * One problem in the scanned project. Properties that do not apply are absent. Findings in files have `location`,
 * findings in packages have `component`.
 */
export const Finding = z
  .object({
    id: z.string().meta({ description: 'Finding ID, unique within the scan.', examples: ['finding_5Qy1V0nB2Xw8'] }),
    ruleId: z
      .string()
      .meta({ description: 'ID of the rule that reported the finding.', examples: ['vulnerable-dependency'] }),
    title: z
      .string()
      .meta({ description: 'Short title of the finding.', examples: ['flawed 0.0.8: Prototype pollution in flawed'] }),
    message: z.string().meta({
      description: 'Description of the problem and its location.',
      examples: ['The project depends on flawed 0.0.8, which is affected by GHSA-aaaa-bbbb-cccc.'],
    }),
    severity: Severity,
    precision: Precision,
    category: Category,
    cwe: z
      .array(z.string().meta({ examples: ['CWE-1321'] }))
      .meta({ description: 'CWE IDs for the weakness. See https://cwe.mitre.org.' }),
    owaspMcp: z.array(z.string()).meta({ description: 'IDs from the OWASP MCP Top 10.' }),
    location: Location.optional().meta({
      description: 'Location of the finding in a file. Omitted for findings in packages.',
    }),
    trace: z.array(TraceStep).optional().meta({ description: 'Data flow from the untrusted source to the sink.' }),
    guard: FindingGuard.optional().meta({
      description:
        'A check that the code performs on the untrusted input before the input reaches the sink. The finding is ' +
        'reported because Assay could not confirm that the check prevents the problem. If the outcome of the check ' +
        'is `undecided`, the finding has `low` precision and does not cap the score. In that case, the finding ' +
        'sets the verdict to `fail` only if the scan has a baseline and the finding is new.',
    }),
    component: Component.optional().meta({
      description: 'Affected package version. Omitted for findings in files.',
    }),
    advisory: AdvisoryReference.optional().meta({ description: 'Published advisory that the finding is based on.' }),
    reachability: Reachability.optional().meta({
      description:
        'Whether the project can run the vulnerable code. Present for vulnerable dependencies that the analysis ' +
        'judged.',
    }),
    fingerprint: z.string().meta({
      description: 'Identifier for the problem, stable across all scans of the project.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    }),
    group: z
      .string()
      .optional()
      .meta({
        description:
          'Findings in the same group have the same value. A group covers one package version, one weakness in one ' +
          'tool, or one kind of secret in one file. Compare values only within a single scan, because a later ' +
          'version of Assay might group findings differently. Webhook events omit this field.',
        examples: ['b23dd499091e3ade461abfba10b196e4'],
      }),
    state: FindingState,
    suppression: Suppression.optional().meta({
      description: 'Details of the suppression. Present if `state` is `suppressed`.',
    }),
    remediation: z
      .string()
      .meta({ description: 'How to fix the problem.', examples: ['Update flawed to 1.2.6 or later.'] }),
    helpUrl: z.url().optional().meta({ description: 'URL of the rule documentation.' }),
    firstSeenAt: z.iso
      .datetime()
      .meta({ description: 'Time when the finding was first reported in a scan of the project.' }),
  })
  .meta({ id: 'Finding', description: 'A problem in the scanned project. Properties that do not apply are omitted.' })
export type Finding = z.infer<typeof Finding>

/** Reports whether a finding is open: neither fixed nor suppressed. */
export function isOpen(finding: { state: FindingState }): boolean {
  return finding.state === 'new' || finding.state === 'existing'
}
