import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type NpmSettings, npmSettingsOfEnvironment, parseNpmrc } from './npmrc.ts'

/**
 * Reads the npm settings of the user who runs this process, in npm's order: the environment, the user's npmrc, then the
 * global npmrc. Ignores any project's npmrc, because a scanned project must not be able to configure anything.
 */
export function operatorNpmSettings(variables: Readonly<Record<string, string | undefined>>): NpmSettings {
  const environment = npmSettingsOfEnvironment(variables)
  const userFile = environment.get('userconfig') ?? join(variables['HOME'] ?? homedir(), '.npmrc')
  const user = readNpmrc(userFile, variables)
  const prefix =
    environment.get('prefix') ?? user.get('prefix') ?? variables['PREFIX'] ?? dirname(dirname(process.execPath))
  const global = readNpmrc(
    environment.get('globalconfig') ?? user.get('globalconfig') ?? join(prefix, 'etc', 'npmrc'),
    variables,
  )
  return new Map([...global, ...user, ...environment])
}

/** Maximum size of an npmrc file. Real ones have a few lines. */
const maxNpmrc = 1024 * 1024

/** Reads an npmrc file. Like npm, ignores a file that does not exist or cannot be read. */
function readNpmrc(path: string, variables: Readonly<Record<string, string | undefined>>): NpmSettings {
  try {
    return parseNpmrc(readFileSync(path, 'utf8').slice(0, maxNpmrc), variables)
  } catch {
    return new Map()
  }
}
