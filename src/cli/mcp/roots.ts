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
  const real = realPath(resolve(only, given))
  if (!folders.some((folder) => isInside(real.path, folder)))
    throw new ToolError(`The path is outside the roots of the client: ${folders.join(', ')}. Use a path inside a root.`)
  if (!real.exists) throw new ToolError('The path does not exist. Check the path.')
  return real.path
}

/** Returns the real path of a root. Ignores roots that are not local folders. */
function folderOf(uri: string): string[] {
  const path = localPath(uri)
  const real = path === undefined || path.includes('\0') ? undefined : realPath(path)
  return real?.exists ? [real.path] : []
}

function localPath(uri: string): string | undefined {
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

/** Resolves the symbolic links in the existing part of a path. */
function realPath(path: string): { readonly path: string; readonly exists: boolean } {
  try {
    return { path: realpathSync(path), exists: true }
  } catch {
    const parent = dirname(path)
    return { path: parent === path ? path : join(realPath(parent).path, basename(path)), exists: false }
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
