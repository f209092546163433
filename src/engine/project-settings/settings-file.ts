import type { LicensePolicy } from '../model/license-policy.ts'
import type { Severity } from '../model/severity.ts'
import type { SettingsMistake, SuppressionNotice } from '../model/suppression-report.ts'
import type { AcceptSettings, CapabilityWord, CommentMode, RuleState } from './settings-shape.ts'

/** A project's setting for one rule, with its location. */
export interface RuleSetting {
  readonly rule: string
  readonly state: RuleState
  /** Location as `<path>:<line>`. */
  readonly by: string
}

/** File patterns that determine which findings count. */
export interface PathSettings {
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[] | undefined
  /** Location as `<path>:<line>`. */
  readonly by: string
}

/** Valid project settings, as plain values that can be stored and compared. */
export interface SettingsFile {
  /** Path of the settings file. Absent if the project has none. */
  readonly path?: string
  /** Path of a second settings file, which was not read. */
  readonly ignored?: string
  readonly branches?: readonly string[]
  readonly paths?: PathSettings
  readonly failOn?: Severity
  /** True if vulnerabilities whose code the project does not run do not fail the check. */
  readonly onlyReachable?: boolean
  /** Capabilities that a change must not add to a tool. */
  readonly failOnCapabilities?: readonly CapabilityWord[]
  readonly reportOn?: Severity
  /** `off` disables looking up dependencies without a lockfile in package registries. */
  readonly resolve?: 'off' | 'on'
  readonly licenses?: LicensePolicy
  /** True to also upload findings to GitHub code scanning. */
  readonly codeScanning?: boolean
  /** True if the GitHub App adds a review with suggested changes to a pull request. */
  readonly reviews?: boolean
  /** When the GitHub App comments on a pull request. */
  readonly comment?: CommentMode
  /** Whether and how pull request comments accept findings. */
  readonly accept?: AcceptSettings
  readonly rules: readonly RuleSetting[]
  readonly suppressions: readonly SuppressionNotice[]
  /**
   * Mistakes in file order: at most `projectSettingsLimits.maxMistakes`, followed by one entry that counts the rest.
   */
  readonly mistakes: readonly SettingsMistake[]
}

/** Settings of a project that has no settings file. */
export const noSettings: SettingsFile = { rules: [], suppressions: [], mistakes: [] }
