import { homedir } from 'node:os'
import { isAbsolute, join, posix, win32 } from 'node:path'

/** What decides where the caches of a user are. */
export interface CachePlace {
  readonly platform: NodeJS.Platform
  /** Undefined if the user has no home folder. */
  readonly home: string | undefined
  readonly variables: Readonly<Record<string, string | undefined>>
}

/**
 * Returns the folder for caches of Assay by the rules of the system: `$XDG_CACHE_HOME/assay` (XDG Base Directory
 * Specification, which ignores relative paths), `~/Library/Caches/assay`, or `%LOCALAPPDATA%\assay\Cache`. Undefined if
 * the user has neither the variable nor a home folder.
 */
export function cacheFolderOf({ platform, home, variables }: CachePlace): string | undefined {
  if (platform === 'win32') {
    const local = variables['LOCALAPPDATA']
    if (local !== undefined && win32.isAbsolute(local)) return win32.join(local, 'assay', 'Cache')
    return home === undefined ? undefined : win32.join(home, 'AppData', 'Local', 'assay', 'Cache')
  }
  if (platform === 'darwin') return home === undefined ? undefined : posix.join(home, 'Library', 'Caches', 'assay')
  const caches = variables['XDG_CACHE_HOME']
  if (caches !== undefined && posix.isAbsolute(caches)) return posix.join(caches, 'assay')
  return home === undefined ? undefined : posix.join(home, '.cache', 'assay')
}

/** Returns the home folder of the user of this process, or undefined if there is none. */
export function homeFolder(): string | undefined {
  try {
    const home = homedir()
    return isAbsolute(home) ? home : undefined
  } catch {
    // A user id without an entry in passwd, as in some containers.
    return undefined
  }
}

/** Returns the cache folder without a home folder: it is in the data folder. */
export function cacheFolderIn(dataDir: string): string {
  return join(dataDir, 'cache')
}
