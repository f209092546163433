import { z } from 'zod'
import { ScanResults, Verdict } from './scan.ts'

/** Something in the project's settings that is not as it should be. */
export const SettingsMistake = z
  .object({
    path: z.string().meta({ description: 'The file, from the root of the project.' }),
    line: z.int().positive().meta({ description: 'The line, from 1.' }),
    column: z.int().positive().meta({ description: 'The column, from 1.' }),
    message: z.string().meta({ description: 'What is wrong and what to do.' }),
  })
  .meta({ id: 'SettingsMistake', description: 'A mistake in the settings that the project keeps.' })
export type SettingsMistake = z.infer<typeof SettingsMistake>

/** A suppression of the project, as it is told to people. */
export const SuppressionNotice = z
  .object({
    by: z.string().meta({ description: 'The file and line that say so.', examples: ['.github/assay.yml:12'] }),
    rule: z.string().optional().meta({ description: 'The rule that it names.' }),
    fingerprint: z.string().optional().meta({ description: 'The finding that it names.' }),
    path: z.string().optional().meta({ description: 'The pattern of paths that it is for.' }),
    reason: z.string().meta({ description: 'Why, as the project says.' }),
    expires: z.iso.datetime().optional().meta({ description: 'Until when it holds; absent: for good.' }),
  })
  .meta({ id: 'SuppressionNotice', description: 'A suppression that the project wrote.' })
export type SuppressionNotice = z.infer<typeof SuppressionNotice>

/** What became of a project's suppressions. */
export const SuppressionReport = z
  .object({
    applied: z.int().nonnegative().meta({ description: 'Findings that were set aside.' }),
    expired: z.array(SuppressionNotice).meta({ description: 'Those whose day is over: they set nothing aside.' }),
    unused: z.array(SuppressionNotice).meta({ description: 'Those that no finding answers to.' }),
    invalid: z
      .array(SettingsMistake)
      .meta({ description: 'Comments in the code that were meant as suppressions and hold nothing.' }),
    added: z.array(SuppressionNotice).meta({ description: 'Those that the pull request itself adds, and that count.' }),
    refused: z
      .array(SuppressionNotice.extend({ why: z.string().meta({ description: 'Why it does not count.' }) }))
      .meta({ description: 'Those that the pull request adds and that do not count.' }),
  })
  .meta({ id: 'SuppressionReport', description: 'What became of the suppressions of a project.' })
export type SuppressionReport = z.infer<typeof SuppressionReport>

/** What the project's own settings did to a scan whose asker trusts them. */
export const ProjectSettingsReport = z
  .object({
    path: z.string().optional().meta({ description: 'The file that was read; absent when there is none.' }),
    ignored: z.string().optional().meta({ description: 'A second file, which was not read.' }),
    mistakes: z.array(SettingsMistake).meta({ description: 'What in it does not hold.' }),
    suppressions: SuppressionReport,
    withoutSettings: z
      .object({ verdict: Verdict, results: ScanResults })
      .meta({ description: 'What holds for everybody who does not trust the project.' }),
  })
  .meta({ id: 'ProjectSettingsReport', description: "What the project's own settings did to the scan." })
export type ProjectSettingsReport = z.infer<typeof ProjectSettingsReport>
