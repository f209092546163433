import type { Octokit } from '@octokit/rest'
import { detectors } from '../../../engine/rules/catalogue.ts'
import { projectSettingsLimits } from '../../../engine/project-settings/project-settings-limits.ts'
import { parseSettings } from '../../../engine/project-settings/parse-settings.ts'
import { settingsPaths } from '../../../engine/project-settings/read-settings.ts'
import { noSettings, type SettingsFile } from '../../../engine/project-settings/settings-file.ts'
import type { InstalledRepository, RepositoryClient } from '../clients.ts'
import type { GitHubContext } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import { githubProblem } from './github-problem.ts'
import { withRepositoryToken } from './with-repository-token.ts'

const ruleIds = detectors.flatMap(({ rules }) => rules.map(({ id }) => id))

/** Returns a repository's current settings on a branch. Returns the default settings if the app has no access. */
export async function baseSettings(
  { clients }: Pick<GitHubContext, 'clients'>,
  repository: InstalledRepository,
  branch: string | undefined,
  signal: AbortSignal,
): Promise<SettingsFile> {
  const settings = await withRepositoryToken(
    clients,
    repository,
    tokenRights.readContents,
    signal,
    async (octokit, at) => {
      for (const path of settingsPaths) {
        const text = await fileOf(octokit, at, { path, ref: branch, maxBytes: projectSettingsLimits.maxBytes })
        if (text !== undefined) return parseSettings(text, { path, rules: ruleIds })
      }
      return noSettings
    },
  )
  return settings ?? noSettings
}

/** Maximum size of a file to read for a fix. */
const maxSourceBytes = 200_000

/**
 * Returns a file's text at a commit, or undefined if GitHub does not return it. The text is optional: no check result
 * depends on it.
 */
export async function fileAt(
  { clients }: Pick<GitHubContext, 'clients'>,
  repository: InstalledRepository,
  { path, ref }: { readonly path: string; readonly ref: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    return await withRepositoryToken(clients, repository, tokenRights.readContents, signal, (octokit, at) =>
      fileOf(octokit, at, { path, ref, maxBytes: maxSourceBytes }),
    )
  } catch (error) {
    if (githubProblem(error)?.kind === 'refused') return undefined
    throw error
  }
}

/** Returns a file's text, or undefined if the file does not exist, is not a regular file, or is too large. */
async function fileOf(
  octokit: Octokit,
  at: RepositoryClient['at'],
  { path, ref, maxBytes }: { readonly path: string; readonly ref: string | undefined; readonly maxBytes: number },
): Promise<string | undefined> {
  try {
    const { data } = await octokit.rest.repos.getContent({ ...at, path, ...(ref !== undefined && { ref }) })
    if (Array.isArray(data) || data.type !== 'file' || data.size > maxBytes) return undefined
    return Buffer.from(data.content, 'base64').toString('utf8')
  } catch (error) {
    if (githubProblem(error)?.kind === 'gone') return undefined
    throw error
  }
}
