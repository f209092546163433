import type { SettingsFile } from '../../../engine/project-settings/settings-file.ts'
import { noSettings } from '../../../engine/project-settings/settings-file.ts'
import type { InstalledRepository } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import { baseSettings, fileAt } from './base-settings.ts'
import type { ReadFile } from './read-fixes.ts'

/** GitHub data for a check's content. Each part is read only when it is needed. */
export interface CheckReads {
  settingsOfBase(baseRef: string): Promise<SettingsFile>
  readonly readFile: ReadFile
  /** Reports whether the owner has granted the permission for comments and reviews. */
  mayWritePulls(): Promise<boolean>
}

/** Reads that return nothing, for checks that have not started. */
export const noReads: CheckReads = {
  settingsOfBase: async () => noSettings,
  readFile: async () => undefined,
  mayWritePulls: async () => true,
}

/** Creates reads that send requests about a check's repository. */
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
