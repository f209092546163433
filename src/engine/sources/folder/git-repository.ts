import { lstatSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { folderLimits } from './folder-limits.ts'
import { readGitIndex } from './git-index.ts'
import { type IgnorePattern, parseIgnorePatterns } from './ignore-pattern.ts'
import { readRegularFile } from './regular-file.ts'

/** Repository whose working tree contains a folder. */
export interface EnclosingRepository {
  /** Top of the working tree, as an absolute path. */
  readonly top: string
  /** Path of the folder below `top`, as components. */
  readonly below: readonly string[]
  /** Patterns in `info/exclude`, which git applies in addition to `.gitignore` files. */
  readonly exclude: readonly IgnorePattern[]
  /** Tracked paths, relative to `top`. */
  readonly tracked: ReadonlySet<string>
  /** Submodule commits by path relative to `top`. */
  readonly submodules: ReadonlyMap<string, string>
  /** Why `tracked` may be incomplete, as the end of a sentence. Undefined if it is complete. */
  readonly indexProblem: string | undefined
}

/**
 * Finds a folder's repository as git does, by looking for `.git` in the folder and then in each parent. Does not run
 * git.
 */
export function enclosingRepository(folder: string): EnclosingRepository | undefined {
  for (let top = folder; ; top = dirname(top)) {
    const places = gitPlaces(join(top, '.git'))
    if (places !== undefined) {
      const index = trackedPaths(places)
      return {
        top,
        below: relative(top, folder)
          .split(sep)
          .filter((name) => name !== ''),
        exclude: readPatterns(join(places.shared, 'info', 'exclude')),
        ...index,
      }
    }
    if (dirname(top) === top) return undefined
  }
}

/** Reads ignore patterns. Returns an empty list if the file does not exist or is too large. */
export function readPatterns(path: string): IgnorePattern[] {
  const read = readRegularFile(path, folderLimits.maxIgnoreFileBytes)
  const patterns = 'content' in read ? parseIgnorePatterns(read.content) : []
  return patterns.length > folderLimits.maxIgnorePatterns ? [] : patterns
}

/**
 * Repository folders. `own` holds the index, and `shared` holds the data common to all working trees of a repository
 * (gitrepository-layout(5)).
 */
interface GitPlaces {
  readonly own: string
  readonly shared: string
}

function gitPlaces(path: string): GitPlaces | undefined {
  const kind = lstatSync(path, { throwIfNoEntry: false })
  if (kind?.isDirectory() === true) return isGitFolder(path) ? { own: path, shared: path } : undefined
  if (kind?.isFile() !== true) return undefined
  const named = /^gitdir: (.+)$/m.exec(shortText(path))?.[1]
  if (named === undefined) return undefined
  const own = resolve(dirname(path), named)
  if (!isGitFolder(own)) return undefined
  return { own, shared: resolve(own, shortText(join(own, 'commondir')).trim() || '.') }
}

/** Reports whether git accepts a folder as a repository folder. git ignores folders without HEAD. */
const isGitFolder = (path: string): boolean => lstatSync(join(path, 'HEAD'), { throwIfNoEntry: false }) !== undefined

function shortText(path: string): string {
  const read = readRegularFile(path, maxPointer)
  return 'content' in read ? read.content.toString('utf8') : ''
}

const maxPointer = 64 * 1024

function trackedPaths({
  own,
  shared,
}: GitPlaces): Pick<EnclosingRepository, 'tracked' | 'submodules' | 'indexProblem'> {
  const objectIdBytes = /^[ \t]*objectformat[ \t]*=[ \t]*"?sha256/im.test(shortText(join(shared, 'config'))) ? 32 : 20
  const tracked = new Set<string>()
  const submodules = new Map<string, string>()
  // A split index stores most entries in separate shared files. Reading outdated shared files too is harmless here.
  const names = [
    'index',
    ...namesIn(own)
      .filter((name) => name.startsWith('sharedindex.'))
      .slice(0, maxSharedIndexes),
  ]
  for (const name of names) {
    const read = readRegularFile(join(own, name), folderLimits.maxIndexBytes)
    if ('content' in read) {
      const index = readGitIndex(read.content, objectIdBytes)
      if (index === undefined) return { tracked, submodules, indexProblem: 'the git index could not be parsed' }
      for (const path of index.paths) tracked.add(path)
      // The index itself comes first, because its entries override those in a shared index.
      for (const [path, commit] of index.submodules) if (!submodules.has(path)) submodules.set(path, commit)
    } else if (read.state === 'unreadable' || read.state === 'special')
      return { tracked, submodules, indexProblem: read.reason }
  }
  return { tracked, submodules, indexProblem: undefined }
}

const maxSharedIndexes = 4

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
