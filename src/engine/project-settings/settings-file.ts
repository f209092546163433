import type { Severity } from '../model/severity.ts'
import type { SettingsMistake, SuppressionNotice } from '../model/suppression-report.ts'
import type { RuleState } from './settings-shape.ts'

/** What the project says of one rule, and where. */
export interface RuleSetting {
  readonly rule: string
  readonly state: RuleState
  /** `<path>:<line>`. */
  readonly by: string
}

/** Files whose findings count, as patterns that compile. */
export interface PathSettings {
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  /** `<path>:<line>`. */
  readonly by: string
}

/** The project's own settings as far as they hold: plain values, to be stored and compared. */
export interface SettingsFile {
  /** Absent when the project has none. */
  readonly path?: string
  /** A second file, which was not read. */
  readonly ignored?: string
  readonly branches?: readonly string[]
  readonly paths?: PathSettings
  readonly failOn?: Severity
  readonly reportOn?: Severity
  /** Findings go to code scanning at GitHub too. */
  readonly codeScanning?: boolean
  readonly rules: readonly RuleSetting[]
  readonly suppressions: readonly SuppressionNotice[]
  /** In the order of the file; at most `projectSettingsLimits.maxMistakes` and one that counts the rest. */
  readonly mistakes: readonly SettingsMistake[]
}

/** Of a project that says nothing. */
export const noSettings: SettingsFile = { rules: [], suppressions: [], mistakes: [] }
