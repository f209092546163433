import { posix } from 'node:path'
import { sourceMapLimits } from './source-map-limits.ts'

/** Matches a path into a home directory, to which a source path outside the project may lead. */
const homeFolder = /^(?:home|root|Users)\//

/** Matches characters that are invisible, or that do not occur in relative paths. */
const odd = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}:"<>|]/u

/** Reports whether a child process may report this path. It may be compromised, and findings contain the path. */
export const isOriginalPath = (path: string): boolean =>
  path !== '' && path.length <= sourceMapLimits.maxPathCharacters && !odd.test(path) && !/^(?:\.\.)?\//.test(path)

/**
 * Converts a source name in a map to a plain relative path for display: `../src/a.ts` in `dist/a.js.map` becomes
 * `src/a.ts`, and so does `webpack://name/./src/a.ts`. Leading `..` folders beyond the project are removed, up to a
 * limit, because a folder may be published by itself. Undefined for names that do not help the reader: other URLs,
 * bundler internals, and paths that contain folders of the build machine (absolute paths and paths further outside).
 * The path is only displayed; no file is read.
 */
export function originalPathOf(source: string, mapPath: string): string | undefined {
  const name = fromTop(source.replaceAll('\\', '/'), posix.dirname(mapPath))
  if (name === undefined || name.startsWith('/') || /(?:^|\/)\.{0,2}$/.test(name) || odd.test(name)) return undefined
  const whole = posix.normalize(name)
  const path = whole.replace(/^(?:\.\.\/)+/, '')
  const foldersOut = (whole.length - path.length) / '../'.length
  if (foldersOut > sourceMapLimits.maxParentFolders || (foldersOut > 0 && homeFolder.test(path))) return undefined
  return isOriginalPath(path) ? path : undefined
}

/**
 * webpack puts the package name before the path, which starts at the root. If one file produced several modules, it
 * also appends a hash.
 */
function fromTop(source: string, mapFolder: string): string | undefined {
  const inWebpack = /^webpack:\/\/(?:@[^/]*\/)?[^/]*\/(.*)$/s.exec(source)?.[1]
  if (inWebpack === undefined) return source.startsWith('/') ? undefined : `${mapFolder}/${source}`
  const name = inWebpack.replace(/\?[\w-]*$/, '')
  return /^(?:webpack\/|external |\(webpack\))/.test(name) ? undefined : name
}
