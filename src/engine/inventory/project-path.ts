import { posix } from 'node:path'

/**
 * The path within the project to which `relative` leads from the folder of the file at `path`;
 * undefined when it leads out of the project, or is absolute and so a path of somebody's disk.
 */
export function pathWithinProject(path: string, relative: string): string | undefined {
  const plain = relative.replaceAll('\\', '/')
  if (posix.isAbsolute(plain) || /^[A-Za-z]:/.test(plain)) return undefined
  const joined = posix.join(posix.dirname(path), plain)
  return joined === '..' || joined.startsWith('../') ? undefined : joined.replace(/\/$/, '')
}
