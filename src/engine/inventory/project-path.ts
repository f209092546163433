import { posix } from 'node:path'

/**
 * Resolves `relative` from the folder of the file at `path`. Returns undefined if the result is outside the project.
 * Also returns undefined for absolute paths, because they belong to a specific machine.
 */
export function pathWithinProject(path: string, relative: string): string | undefined {
  const plain = relative.replaceAll('\\', '/')
  if (posix.isAbsolute(plain) || /^[A-Za-z]:/.test(plain)) return undefined
  const joined = posix.join(posix.dirname(path), plain)
  return joined === '..' || joined.startsWith('../') ? undefined : joined.replace(/\/$/, '')
}
