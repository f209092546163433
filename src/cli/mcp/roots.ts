import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolError } from '../../mcp/tool-error.ts'

/**
 * Returns the real path of a path that the client sent. Throws ToolError if the path is not inside one of the client's
 * roots. The error does not reveal whether the path exists.
 *
 * @param roots `file:` URIs. Undefined if the client offers no roots.
 */
export function pathInRoots(path: string, roots: readonly string[] | undefined): string {
  if (roots === undefined)
    throw new ToolError('The client offers no roots, so no folder can be scanned. Use a client that supports roots.')
  const folders = roots.flatMap(folderOf)
  const [only] = folders
  if (only === undefined)
    throw new ToolError('The client has no roots that are local folders. Open a folder in the client, and try again.')
  const given = /^file:/i.test(path) ? localPath(path) : path
  if (given === undefined || given.includes('\0')) throw new ToolError('This is not a path of a local folder or file.')
  if (!isAbsolute(given) && folders.length > 1)
    throw new ToolError(`The client has ${folders.length} roots. Use an absolute path.`)
  const wanted = resolve(only, given)
  if (!isInSome(withoutLinks(wanted), folders)) throw outside(folders)
  const real = realPath(wanted)
  if (real === undefined) throw new ToolError('The path does not exist. Check the path.')
  // A link may have been created since the first check.
  if (!isInSome(real, folders)) throw outside(folders)
  return real
}

function outside(folders: readonly string[]): ToolError {
  return new ToolError(`The path is outside the roots of the client: ${folders.join(', ')}. Use a path inside a root.`)
}

/** Returns the real path of a root. Ignores roots that are not local folders. */
function folderOf(uri: string): string[] {
  const path = localPath(uri)
  const real = path === undefined || path.includes('\0') ? undefined : realPath(path)
  return real === undefined ? [] : [real]
}

function localPath(uri: string): string | undefined {
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

/** Returns the real path of a file or folder, or undefined if it does not exist. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Resolves the symbolic links in the existing part of a path. */
function withoutLinks(path: string): string {
  const parent = dirname(path)
  return realPath(path) ?? (parent === path ? path : join(withoutLinks(parent), basename(path)))
}

function isInSome(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isInside(path, folder))
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
