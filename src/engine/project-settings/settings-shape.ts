import { z } from 'zod'
import { projectSettingsLimits } from './project-settings-limits.ts'
import type { Capability } from '../model/scanned-tool.ts'
import { severities } from '../model/severity.ts'
import { compileGlob } from './glob.ts'
import { parseLicenseExpression } from '../model/license-expression.ts'

const bounds = projectSettingsLimits

/** Start of the error message for an unknown key, followed by the valid keys. */
export const useOneOf = 'use one of '

/** Creates a mapping schema that accepts only these keys and lists them in error messages. */
function mapping<Shape extends z.ZodRawShape>(shape: Shape) {
  const keys = Object.keys(shape).join(', ')
  return z.strictObject(shape, {
    error: ({ code }) =>
      code === 'unrecognized_keys' ? `${useOneOf}${keys}` : `should be a mapping with the keys ${keys}`,
  })
}

const flag = () =>
  z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'should be true or false' }).optional()

const daysProblem = `should be a number of days from 1 to ${bounds.maxAcceptedDays}`

const GlobText = z
  .string({ error: 'should be a pattern, for example src/**' })
  .superRefine((text, context) => {
    const glob = compileGlob(text)
    if ('problem' in glob) context.addIssue({ code: 'custom', message: glob.problem })
  })
  .meta({ minLength: 1, maxLength: bounds.maxGlobCharacters, pattern: String.raw`^(?!/|\./|!)[^\\]+$` })

const GlobList = z
  .array(GlobText, { error: 'should be a list of patterns' })
  .max(bounds.maxGlobs, `should have at most ${bounds.maxGlobs} patterns`)

const LicenseName = z
  .string({ error: 'should be an SPDX license identifier, or the exact name of a license' })
  .trim()
  .min(1, 'should be an SPDX license identifier, or the exact name of a license')
  .max(bounds.maxLicenseCharacters, `should have at most ${bounds.maxLicenseCharacters} characters`)
  .refine((text) => !isCompound(text), 'should be one license; list each license of an expression separately')

const LicenseList = z
  .array(LicenseName, { error: 'should be a list of licenses' })
  .max(bounds.maxLicenses, `should have at most ${bounds.maxLicenses} licenses`)

function isCompound(text: string): boolean {
  const expression = parseLicenseExpression(text)
  return expression !== undefined && !('license' in expression)
}

const IgnoreOrReport = z.enum(['ignore', 'report'], { error: 'should be ignore or report' })

const SeverityWord = z.enum(severities, { error: `should be one of ${severities.join(', ')}` })

/** Names accepted in `failOn.capabilities`, mapped to the tool capabilities that they denote. */
export const capabilityWords = {
  processes: 'executes-commands',
  network: 'network-egress',
  'file-reads': 'reads-files',
  'file-writes': 'writes-files',
  secrets: 'reads-secrets',
  deletion: 'destructive',
} as const satisfies Record<string, Capability>
export type CapabilityWord = keyof typeof capabilityWords
const capabilityNames = Object.keys(capabilityWords) as CapabilityWord[]

/** Extended form of `failOn`, for more than a severity. */
const FailOnParts = mapping({
  severity: SeverityWord.optional().meta({ description: 'Lowest severity that fails the check. Default: high.' }),
  capabilities: z
    .array(z.enum(capabilityNames, { error: `should be one of ${capabilityNames.join(', ')}` }), {
      error: `should be a list of capabilities: ${capabilityNames.join(', ')}`,
    })
    .max(capabilityNames.length, `should have at most ${capabilityNames.length} capabilities`)
    .optional()
    .meta({
      description:
        'A change fails if it gives one of these capabilities to a tool of the server, or adds a tool that has one. ' +
        'Default: none.',
      examples: [['processes', 'network']],
    }),
  onlyReachable: flag().meta({
    description:
      'Whether vulnerabilities whose code the project does not run are reported but do not fail the check. Default: ' +
      'false.',
  }),
})

/** Both forms of `failOn`. The parser picks one before validation, so that a mistake points to the invalid part. */
export const failOnForms = { word: SeverityWord, parts: FailOnParts }

/** Settings for pull request comments that accept findings. */
const AcceptSettings = mapping({
  comments: flag().meta({
    description:
      'Whether a comment "assay: accept ID REASON" in a pull request accepts a finding. The GitHub App must receive ' +
      'the issue_comment event. Default: false.',
  }),
  byAuthor: flag().meta({
    description: 'Whether the author of the pull request can also accept its findings. Default: false.',
  }),
  days: z
    .string({ error: daysProblem })
    .regex(/^[1-9]\d{0,2}$/, daysProblem)
    .pipe(z.coerce.number<string>().int().min(1).max(bounds.maxAcceptedDays, daysProblem))
    .optional()
    .meta({ description: `Days after which an acceptance expires. Default: ${bounds.acceptedDays}.` }),
})
export type AcceptSettings = z.infer<typeof AcceptSettings>

const RuleId = z
  .string({ error: 'should be a rule ID' })
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'should be a rule ID with lowercase letters, digits, and dashes')

/**
 * Effects of a rule's findings: `block` always fails the scan, `warn` never fails it, and `off` suppresses the
 * findings.
 */
export const ruleStates = ['block', 'warn', 'off'] as const
export const RuleState = z.enum(ruleStates, { error: `should be one of ${ruleStates.join(', ')}` })
export type RuleState = z.infer<typeof RuleState>

/** When the GitHub App comments on a pull request. */
export const commentModes = ['off', 'on-findings', 'always'] as const
export type CommentMode = (typeof commentModes)[number]

/** Entry of `suppressions`, as written in the file. */
export const SuppressionEntry = mapping({
  rule: RuleId.optional().meta({
    description: 'Rule whose findings are suppressed.',
    examples: ['vulnerable-dependency'],
  }),
  fingerprint: z
    .string({ error: 'should be a string' })
    .regex(/^[0-9a-f]{32,64}(?::[1-9]\d{0,5})?$/, 'should be a finding fingerprint in quotation marks')
    .optional()
    .meta({ description: 'Fingerprint of the finding to suppress. Enclose the fingerprint in quotation marks.' }),
  path: GlobText.optional().meta({
    description: 'Pattern that every file in a finding must match for the suppression to apply.',
    examples: ['examples/**'],
  }),
  reason: z
    .string({ error: 'is required: explain why the finding is acceptable' })
    .trim()
    .min(1, 'is required: explain why the finding is acceptable')
    .max(bounds.maxReasonCharacters, `should have at most ${bounds.maxReasonCharacters} characters`)
    .meta({ description: 'Reason why the finding is acceptable. The reason is shown with the finding.' }),
  expires: z.iso
    .date({ error: 'should be a date, for example 2027-06-30' })
    .optional()
    .meta({
      description: 'Last day on which the suppression applies, in UTC. If omitted, the suppression does not expire.',
      examples: ['2027-06-30'],
    }),
})
  .refine(({ rule, fingerprint }) => rule !== undefined || fingerprint !== undefined, {
    error: 'should specify a rule, a fingerprint, or both',
    path: [],
  })
  .meta({ description: 'A suppression.', anyOf: [{ required: ['rule'] }, { required: ['fingerprint'] }] })
export type SuppressionEntry = z.infer<typeof SuppressionEntry>

/** `assay.yml` as written by a project. All scalars are strings. */
export const ProjectSettings = mapping({
  branches: GlobList.optional().meta({
    description: 'Branches to scan on push, in addition to the default branch.',
    examples: [['release/*']],
  }),
  paths: mapping({
    include: GlobList.optional().meta({ description: 'Patterns for files whose findings count. Default: all files.' }),
    exclude: GlobList.optional().meta({ description: 'Patterns for files whose findings are suppressed.' }),
  })
    .optional()
    .meta({ description: 'Files whose findings count.' }),
  failOn: z
    .union([SeverityWord, FailOnParts])
    .optional()
    .meta({
      description: 'Lowest severity that fails the check, or a mapping of everything that fails it. Default: high.',
      examples: ['medium', { severity: 'high', capabilities: ['processes', 'network'] }],
    }),
  reportOn: SeverityWord.optional().meta({
    description: 'Lowest severity for which findings are annotated on changed lines. Default: low.',
  }),
  resolve: z
    .enum(['on', 'off'], { error: 'should be on or off' })
    .optional()
    .meta({
      description:
        'Whether Assay resolves dependencies without a lockfile in package registries. With `off`, they are coverage ' +
        'gaps. Default: on.',
    }),
  licenses: mapping({
    allow: LicenseList.optional().meta({
      description:
        'Licenses that dependencies may have: SPDX identifiers, names, or starts of these with * at the end. ' +
        'Default: all licenses that are not denied.',
      examples: [['MIT', 'Apache-2.0', 'BSD-*']],
    }),
    deny: LicenseList.optional().meta({
      description: 'Licenses that dependencies must not have. They take precedence over allowed licenses.',
      examples: [['AGPL-*', 'GPL-*']],
    }),
    unknown: IgnoreOrReport.optional().meta({
      description: 'Whether packages with an unknown license are reported. Default: ignore.',
    }),
    development: IgnoreOrReport.optional().meta({
      description: 'Whether packages that are needed only for development are reported. Default: ignore.',
    }),
    severity: SeverityWord.optional().meta({ description: 'Severity of the findings. Default: medium.' }),
  })
    .optional()
    .meta({ description: 'Licenses that dependencies may have. Without this setting, licenses are not checked.' }),
  codeScanning: flag().meta({
    description:
      'Whether findings are also uploaded to GitHub code scanning. The GitHub App must have permission to ' +
      'upload them. Default: false.',
  }),
  reviews: flag().meta({
    description:
      'Whether the GitHub App adds one review with suggested changes to a pull request. The GitHub App must have ' +
      'permission to write pull requests. Default: false.',
  }),
  comment: z
    .enum(commentModes, { error: `should be one of ${commentModes.join(', ')}` })
    .optional()
    .meta({
      description:
        'When the GitHub App comments on a pull request. `on-findings`: if the pull request adds findings. ' +
        '`always`: after every scan. The GitHub App must have permission to write pull requests. Default: off.',
    }),
  accept: AcceptSettings.optional().meta({ description: 'Acceptance of findings by comments in pull requests.' }),
  rules: z
    .record(RuleId, RuleState, { error: 'should be a mapping of rule IDs to block, warn, or off' })
    .optional()
    .meta({
      description:
        'State of each rule. `block`: any finding fails the check, regardless of severity. `warn`: findings ' +
        'never fail the check. `off`: findings are suppressed.',
      examples: [{ 'vulnerable-dependency': 'warn' }],
    }),
  suppressions: z
    .array(SuppressionEntry, { error: 'should be a list of suppressions' })
    .max(bounds.maxSuppressions, `should have at most ${bounds.maxSuppressions} entries`)
    .optional()
    .meta({ description: 'Suppressed findings, each with a reason.' }),
}).meta({
  title: 'Assay project settings',
  description: 'Settings that a project declares for its own scans, in .github/assay.yml or assay.yml.',
})

/** Returns the JSON Schema (draft 2020-12) of `assay.yml`, for editors. */
export function settingsJsonSchema(): object {
  return z.toJSONSchema(ProjectSettings)
}
