import { realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, posix, relative, sep, win32 } from 'node:path'
import { ConfigError } from './config-error.ts'

/** User properties that determine the cache location. */
export interface CachePlace {
  readonly platform: NodeJS.Platform
  /** Undefined if the user has no home folder. */
  readonly home: string | undefined
  readonly variables: Readonly<Record<string, string | undefined>>
}

/**
 * Returns Assay's cache folder according to system conventions: `$XDG_CACHE_HOME/assay` (XDG Base Directory
 * Specification, which ignores relative paths), `~/Library/Caches/assay`, or `%LOCALAPPDATA%\assay\Cache`. Returns
 * undefined if neither the variable nor a home folder is set.
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

/** Returns the home folder of the user who runs this process, or undefined if none exists. */
export function homeFolder(): string | undefined {
  try {
    const home = homedir()
    return isAbsolute(home) ? home : undefined
  } catch {
    // The user ID has no entry in passwd, as in some containers.
    return undefined
  }
}

/** Mode bits that let the group or others write. */
const writableForOthers = 0o022

/**
 * Returns the cache folder if its content can be trusted. Throws ConfigError if no folder is set, if others can write
 * to it, or if it is inside a scanned folder: the scanned project could supply its own advisories and results.
 *
 * @param scannedFolders absolute paths
 */
export function trustedCacheFolder(folder: string | undefined, scannedFolders: readonly string[] = []): string {
  if (folder === undefined)
    throw problem(
      'The current user has no home folder, so there is no default cache folder. Set ASSAY_CACHE_DIR to a folder ' +
        'that only you can write to.',
    )
  const found = process.platform === 'win32' ? undefined : statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory()) {
    if (found.uid !== process.getuid?.())
      throw problem(`The cache folder ${folder} belongs to another user. Set ASSAY_CACHE_DIR to a folder that you own.`)
    if ((found.mode & writableForOthers) !== 0)
      throw problem(
        `Other users can write to the cache folder ${folder}. Delete the folder, or set ASSAY_CACHE_DIR to a folder ` +
          'that only you can write to.',
      )
  }
  const real = realPath(folder)
  const scanned = scannedFolders.find((outer) => isInside(real, realPath(outer)))
  if (scanned !== undefined)
    throw problem(
      `The cache folder ${folder} is inside the scanned folder ${scanned}. Set ASSAY_CACHE_DIR to a folder outside ` +
        'the scanned folder.',
    )
  return folder
}

function problem(text: string): ConfigError {
  return new ConfigError([`ASSAY_CACHE_DIR: ${text}`])
}

/** Resolves the symbolic links of a path. The path does not have to exist. */
export function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(realPath(dirname(path)), basename(path))
  }
}

/** Reports whether a path is the folder or inside it. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
