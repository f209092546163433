import { posix } from 'node:path'
import { sourceMapLimits } from './source-map-limits.ts'

/** Folders of people, where a name that leads out of a project may end. */
const homeFolder = /^(?:home|root|Users)\//

/**
 * The name of a source, as its map has it, as a plain relative path that can be shown: `../src/a.ts` of `dist/a.js.map`
 * is `src/a.ts`, and so is `webpack://name/./src/a.ts`. What leads out of the project by a folder or two begins where
 * it has left it, as in a folder that was published by itself. Undefined for what tells no reader anything: absolute
 * names and those that lead further out, both of which have folders of whoever built it, other addresses, parts of
 * bundlers. It is shown, and nothing is read by it.
 */
export function originalPathOf(source: string, mapPath: string): string | undefined {
  const name = fromTop(source.replaceAll('\\', '/'), posix.dirname(mapPath))
  if (
    name === undefined ||
    name.startsWith('/') ||
    /(?:^|\/)\.{0,2}$/.test(name) ||
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}:"<>|]/u.test(name)
  )
    return undefined
  const whole = posix.normalize(name)
  const path = whole.replace(/^(?:\.\.\/)+/, '')
  const foldersOut = (whole.length - path.length) / '../'.length
  if (foldersOut > sourceMapLimits.maxParentFolders || (foldersOut > 0 && homeFolder.test(path))) return undefined
  return path === '' || path.length > sourceMapLimits.maxPathCharacters ? undefined : path
}

/**
 * webpack puts the name of the package before the path, which begins at the top, and behind it a mark where one file
 * gave several.
 */
function fromTop(source: string, mapFolder: string): string | undefined {
  const inWebpack = /^webpack:\/\/(?:@[^/]*\/)?[^/]*\/(.*)$/s.exec(source)?.[1]
  if (inWebpack === undefined) return source.startsWith('/') ? undefined : `${mapFolder}/${source}`
  const name = inWebpack.replace(/\?[\w-]*$/, '')
  return /^(?:webpack\/|external |\(webpack\))/.test(name) ? undefined : name
}
