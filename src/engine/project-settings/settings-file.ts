import type { LicensePolicy } from '../model/license-policy.ts'
import type { Severity } from '../model/severity.ts'
import type { SettingsMistake, SuppressionNotice } from '../model/suppression-report.ts'
import type { AcceptSettings, CapabilityWord, CommentMode, RuleState } from './settings-shape.ts'

/** A project's setting for one rule, with its location. */
export interface RuleSetting {
  readonly rule: string
  readonly state: RuleState
  /** `<path>:<line>`. */
  readonly by: string
}

/** Files whose findings count, as valid patterns. */
export interface PathSettings {
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  /** `<path>:<line>`. */
  readonly by: string
}

/** The project's valid settings: plain values, to be stored and compared. */
export interface SettingsFile {
  /** Absent if the project has no settings. */
  readonly path?: string
  /** A second file, which was not read. */
  readonly ignored?: string
  readonly branches?: readonly string[]
  readonly paths?: PathSettings
  readonly failOn?: Severity
  /** Capabilities that no change may add to a tool. */
  readonly failOnCapabilities?: readonly CapabilityWord[]
  readonly reportOn?: Severity
  /** Whether dependencies without a lockfile are resolved in package registries. */
  readonly resolve?: 'off' | 'on'
  readonly licenses?: LicensePolicy
  /** Findings are also uploaded to GitHub code scanning. */
  readonly codeScanning?: boolean
  /** The GitHub App adds one review with suggested changes to a pull request. */
  readonly reviews?: boolean
  /** When the GitHub App comments on a pull request. */
  readonly comment?: CommentMode
  /** Whether comments in pull requests accept findings. */
  readonly accept?: AcceptSettings
  readonly rules: readonly RuleSetting[]
  readonly suppressions: readonly SuppressionNotice[]
  /** In the order of the file. At most `projectSettingsLimits.maxMistakes`, and one with the number of the others. */
  readonly mistakes: readonly SettingsMistake[]
}

/** Settings of a project without a file. */
export const noSettings: SettingsFile = { rules: [], suppressions: [], mistakes: [] }
