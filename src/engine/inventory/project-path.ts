import { posix } from 'node:path'

/**
 * Resolves `relative` from the folder of the file at `path`. Undefined if it leads out of the project, or if it is
 * absolute and therefore a path of some machine.
 */
export function pathWithinProject(path: string, relative: string): string | undefined {
  const plain = relative.replaceAll('\\', '/')
  if (posix.isAbsolute(plain) || /^[A-Za-z]:/.test(plain)) return undefined
  const joined = posix.join(posix.dirname(path), plain)
  return joined === '..' || joined.startsWith('../') ? undefined : joined.replace(/\/$/, '')
}
