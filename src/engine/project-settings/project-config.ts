import type { Finding } from '../model/finding.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { type InlineSuppressions, readInlineSuppressions } from './inline-suppression.ts'
import { readProjectSettings } from './read-settings.ts'
import type { SettingsFile } from './settings-file.ts'

/**
 * A project's settings for its own scan, whether trusted or not. Holds only plain values, which remain valid after the
 * snapshot is disposed.
 */
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
