import type { Finding } from '../model/finding.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { type InlineSuppressions, readInlineSuppressions } from './inline-suppression.ts'
import { readProjectSettings } from './read-settings.ts'
import type { SettingsFile } from './settings-file.ts'

/** A project's settings for its own scan, trusted or not. Holds plain values that outlive the snapshot. */
export interface ProjectConfig {
  readonly file: SettingsFile
  readonly inline: InlineSuppressions
}

/**
 * Reads the project settings and the suppression comments near findings.
 *
 * @param rules IDs of all rules
 */
export function readProjectWord(
  snapshot: Snapshot,
  findings: readonly Pick<Finding, 'location'>[],
  rules: readonly string[],
): ProjectConfig {
  return { file: readProjectSettings(snapshot, rules), inline: readInlineSuppressions(snapshot, findings, rules) }
}
