import { z } from 'zod'
import { projectSettingsLimits } from './project-settings-limits.ts'
import { severities } from '../model/severity.ts'
import { compileGlob } from './glob.ts'

const bounds = projectSettingsLimits

/** A mapping that takes these keys and no others, and says which they are. */
function mapping<Shape extends z.ZodRawShape>(shape: Shape) {
  const keys = Object.keys(shape).join(', ')
  return z.strictObject(shape, {
    error: ({ code }) => (code === 'unrecognized_keys' ? `there are ${keys}` : `should be a mapping of ${keys}`),
  })
}

const GlobText = z
  .string({ error: 'should be a pattern, such as src/**' })
  .superRefine((text, context) => {
    const glob = compileGlob(text)
    if ('problem' in glob) context.addIssue({ code: 'custom', message: glob.problem })
  })
  .meta({ minLength: 1, maxLength: bounds.maxGlobCharacters, pattern: String.raw`^(?!/|\./|!)[^\\]+$` })

const GlobList = z
  .array(GlobText, { error: 'should be a list of patterns' })
  .max(bounds.maxGlobs, `has at most ${bounds.maxGlobs} patterns`)

const SeverityWord = z.enum(severities, { error: `should be one of ${severities.join(', ')}` })

const RuleId = z
  .string({ error: 'should be the id of a rule' })
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'should be the id of a rule, in small letters with dashes')

/** What a rule's findings do: `block` always fails, `warn` never does, `off` sets them aside. */
export const ruleStates = ['block', 'warn', 'off'] as const
export const RuleState = z.enum(ruleStates, { error: `should be one of ${ruleStates.join(', ')}` })
export type RuleState = z.infer<typeof RuleState>

/** One entry of `suppressions`, as written. */
export const SuppressionEntry = mapping({
  rule: RuleId.optional().meta({ description: 'Findings of this rule.', examples: ['vulnerable-dependency'] }),
  fingerprint: z
    .string({ error: 'should be a text' })
    .regex(/^[0-9a-f]{32,64}(?::[1-9]\d{0,5})?$/, 'should be a fingerprint as findings have it, in quotation marks')
    .optional()
    .meta({ description: 'The one finding with this fingerprint. Write it in quotation marks.' }),
  path: GlobText.optional().meta({
    description: 'Only where every file that the finding is about matches.',
    examples: ['examples/**'],
  }),
  reason: z
    .string({ error: 'is needed: say why the finding is acceptable' })
    .trim()
    .min(1, 'is needed: say why the finding is acceptable')
    .max(bounds.maxReasonCharacters, `has at most ${bounds.maxReasonCharacters} characters`)
    .meta({ description: 'Why the finding is acceptable. Shown wherever the finding is.' }),
  expires: z.iso
    .date({ error: 'should be a day, such as 2027-06-30' })
    .optional()
    .meta({
      description: 'The last day on which it holds, in UTC; without it, it holds for good.',
      examples: ['2027-06-30'],
    }),
})
  .refine(({ rule, fingerprint }) => rule !== undefined || fingerprint !== undefined, {
    error: 'should name a rule, a fingerprint, or both',
    path: [],
  })
  .meta({ description: 'Sets findings aside.', anyOf: [{ required: ['rule'] }, { required: ['fingerprint'] }] })
export type SuppressionEntry = z.infer<typeof SuppressionEntry>

/** `assay.yml`, as a project writes it. Each scalar is text. */
export const ProjectSettings = mapping({
  branches: GlobList.optional().meta({
    description: 'Branches whose pushes are scanned, beside the default branch.',
    examples: [['release/*']],
  }),
  paths: mapping({
    include: GlobList.optional().meta({ description: 'Only findings about these files count; without it, all.' }),
    exclude: GlobList.optional().meta({ description: 'Findings about these files are set aside.' }),
  })
    .optional()
    .meta({ description: 'Which files count.' }),
  failOn: SeverityWord.optional().meta({ description: 'The smallest severity that fails. Without it: high.' }),
  reportOn: SeverityWord.optional().meta({
    description: 'The smallest severity that is shown beside the changed lines. Without it: low.',
  }),
  codeScanning: z
    .stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'should be true or false' })
    .optional()
    .meta({
      description:
        'Whether findings are uploaded to code scanning at GitHub too, where the app was given the right ' +
        'to. Without it: false.',
    }),
  rules: z
    .record(RuleId, RuleState, { error: 'should be a mapping from ids of rules to block, warn or off' })
    .optional()
    .meta({
      description:
        '`block`: a finding of the rule fails whatever its severity. `warn`: it never fails. `off`: it is set aside.',
      examples: [{ 'vulnerable-dependency': 'warn' }],
    }),
  suppressions: z
    .array(SuppressionEntry, { error: 'should be a list of suppressions' })
    .max(bounds.maxSuppressions, `has at most ${bounds.maxSuppressions} entries`)
    .optional()
    .meta({ description: 'Findings that are set aside, each with a reason.' }),
}).meta({
  title: 'Assay project settings',
  description: 'What a project says about its own scans: .github/assay.yml, or assay.yml.',
})

/** The JSON Schema (draft 2020-12) of `assay.yml`, for editors. */
export function settingsJsonSchema(): object {
  return z.toJSONSchema(ProjectSettings)
}
