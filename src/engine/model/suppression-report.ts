import { z } from 'zod'
import { ScanResults, Verdict } from './scan.ts'
import { Capability } from './scanned-tool.ts'

export const SettingsMistake = z
  .object({
    path: z.string().meta({ description: 'File path, relative to the project root.' }),
    line: z.int().positive().meta({ description: 'Line number (1-based).' }),
    column: z.int().positive().meta({ description: 'Column number (1-based).' }),
    message: z.string().meta({ description: 'Description of the mistake and how to fix it.' }),
  })
  .meta({ id: 'SettingsMistake', description: 'A mistake in the project settings.' })
export type SettingsMistake = z.infer<typeof SettingsMistake>

/** A suppression in the project settings, as reported. */
export const SuppressionNotice = z
  .object({
    by: z.string().meta({ description: 'File and line of the suppression.', examples: ['.github/assay.yml:12'] }),
    rule: z.string().optional().meta({ description: 'Rule ID specified in the suppression.' }),
    fingerprint: z.string().optional().meta({ description: 'Fingerprint specified in the suppression.' }),
    path: z.string().optional().meta({ description: 'Path pattern for the files that the suppression applies to.' }),
    reason: z.string().meta({ description: 'Reason stated in the suppression.' }),
    expires: z.iso
      .datetime()
      .optional()
      .meta({ description: 'Time when the suppression expires. Omitted if it does not expire.' }),
  })
  .meta({ id: 'SuppressionNotice', description: 'A suppression declared by the project.' })
export type SuppressionNotice = z.infer<typeof SuppressionNotice>

/** The effect of the project's suppressions. */
export const SuppressionReport = z
  .object({
    applied: z.int().nonnegative().meta({ description: 'Number of suppressed findings.' }),
    expired: z.array(SuppressionNotice).meta({ description: 'Expired suppressions, which have no effect.' }),
    unused: z.array(SuppressionNotice).meta({ description: 'Suppressions that do not match any finding.' }),
    invalid: z
      .array(SettingsMistake)
      .meta({ description: 'Suppression comments in the code that are invalid and have no effect.' }),
    added: z
      .array(SuppressionNotice)
      .meta({ description: 'Suppressions that the pull request adds and that take effect.' }),
    refused: z
      .array(
        SuppressionNotice.extend({
          why: z.string().meta({ description: 'Reason why the suppression has no effect.' }),
        }),
      )
      .meta({ description: 'Suppressions that the pull request adds but that have no effect.' }),
  })
  .meta({ id: 'SuppressionReport', description: "Effect of a project's suppressions." })
export type SuppressionReport = z.infer<typeof SuppressionReport>

/** A capability that a change adds to a tool although the project's settings do not allow it. */
export const AddedCapability = z
  .object({
    tool: z.string().meta({ description: 'Name of the tool.' }),
    capability: Capability,
    word: z.string().meta({ description: 'The capability as `failOn.capabilities` names it.', examples: ['network'] }),
    path: z.string().meta({ description: 'File that contains the declaration of the tool.' }),
    line: z.int().positive().meta({ description: 'Line number of the declaration (1-based).' }),
    message: z.string().meta({ description: 'What the tool does now, and the evidence.' }),
  })
  .meta({ id: 'AddedCapability', description: 'A capability that a change adds to a tool.' })
export type AddedCapability = z.infer<typeof AddedCapability>

/** The effect of the project settings on a scan that trusts them. */
export const ProjectSettingsReport = z
  .object({
    path: z
      .string()
      .optional()
      .meta({ description: 'Path of the settings file. Omitted if the project has no settings file.' }),
    ignored: z.string().optional().meta({ description: 'Path of an additional settings file that was ignored.' }),
    mistakes: z.array(SettingsMistake).meta({ description: 'Mistakes in the settings file.' }),
    suppressions: SuppressionReport,
    addedCapabilities: z
      .array(AddedCapability)
      .optional()
      .meta({
        description:
          'Capabilities in `failOn.capabilities` that the change adds. Each of them fails the scan. Omitted if ' +
          'the list is empty.',
      }),
    withoutSettings: z
      .object({ verdict: Verdict, results: ScanResults })
      .meta({ description: 'Verdict and results that the scan would have without the project settings.' }),
  })
  .meta({ id: 'ProjectSettingsReport', description: 'Effect of the project settings on the scan.' })
export type ProjectSettingsReport = z.infer<typeof ProjectSettingsReport>
