import type { SettingsFile } from '../../../engine/project-settings/settings-file.ts'
import { noSettings } from '../../../engine/project-settings/settings-file.ts'
import type { InstalledRepository } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import { baseSettings, fileAt } from './base-settings.ts'
import type { ReadFile } from './read-fixes.ts'

/** What the content of a check needs from GitHub. Each part is read only if it matters. */
export interface CheckReads {
  /** Reads the settings of a base branch. */
  settingsOfBase(baseRef: string): Promise<SettingsFile>
  readonly readFile: ReadFile
  /** Whether the owner granted the permission that comments and reviews need. */
  mayWritePulls(): Promise<boolean>
}

/** Reads nothing, for a check that has not started. */
export const noReads: CheckReads = {
  settingsOfBase: async () => noSettings,
  readFile: async () => undefined,
  mayWritePulls: async () => true,
}

/** Reads from the repository of a check. */
export function checkReads(
  context: Pick<GitHubContext, 'clients'>,
  installed: InstalledRepository,
  headSha: string,
  signal: AbortSignal,
): CheckReads {
  return {
    settingsOfBase: (baseRef) => baseSettings(context, installed, baseRef, signal),
    readFile: (path) => fileAt(context, installed, { path, ref: headSha }, signal),
    mayWritePulls: async () =>
      (await context.clients.repository(installed, tokenRights.writePulls, signal)) !== undefined,
  }
}
