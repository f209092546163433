import { projectSettingsLimits } from './project-settings-limits.ts'
import type { Snapshot } from '../model/snapshot.ts'
import { parseSettings } from './parse-settings.ts'
import { noSettings, type SettingsFile } from './settings-file.ts'

/** Possible paths of the settings file. The first file that exists is read. */
export const settingsPaths = ['.github/assay.yml', 'assay.yml'] as const

/**
 * Reads a project's settings for its own scans. The result lists all mistakes with their lines.
 *
 * @param rules IDs of all rules
 */
export function readProjectSettings(
  snapshot: Pick<Snapshot, 'files' | 'skipped' | 'notFollowed'>,
  rules: readonly string[],
): SettingsFile {
  const leftOut = new Map(
    [...snapshot.skipped, ...(snapshot.notFollowed ?? [])].map(({ path, reason }) => [path, reason]),
  )
  const [path, ...others] = settingsPaths.filter((path) => snapshot.files.has(path) || leftOut.has(path))
  if (path === undefined) return noSettings
  const ignored = others[0]
  return {
    ...readFile(snapshot, path, { rules, reason: leftOut.get(path) }),
    ...(ignored !== undefined && { ignored }),
  }
}

function readFile(
  { files }: Pick<Snapshot, 'files'>,
  path: string,
  { rules, reason }: { readonly rules: readonly string[]; readonly reason: string | undefined },
): SettingsFile {
  const file = files.get(path)
  return file
    ? readSettingsText(file.content, { path, rules })
    : withoutEffect(path, `the file was not read, so its settings are ignored: ${reason ?? 'the file does not exist'}`)
}

/** Like `parseSettings`, but takes the bytes of a settings file. A file that is too large or not text has no effect. */
export function readSettingsText(
  content: Uint8Array,
  { path, rules }: { readonly path: string; readonly rules: readonly string[] },
): SettingsFile {
  if (content.length > projectSettingsLimits.maxBytes)
    return withoutEffect(
      path,
      `the file has ${content.length} bytes, so its settings are ignored; the limit is ` +
        `${projectSettingsLimits.maxBytes} bytes`,
    )
  try {
    return parseSettings(new TextDecoder('utf-8', { fatal: true }).decode(content), { path, rules })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return withoutEffect(path, 'the file is not encoded in UTF-8, so its settings are ignored; save the file as UTF-8')
  }
}

const withoutEffect = (path: string, message: string): SettingsFile => ({
  ...noSettings,
  path,
  mistakes: [{ path, line: 1, column: 1, message }],
})
