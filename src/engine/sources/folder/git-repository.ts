import { lstatSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { folderLimits } from './folder-limits.ts'
import { readGitIndex } from './git-index.ts'
import { type IgnorePattern, parseIgnorePatterns } from './ignore-pattern.ts'
import { readRegularFile } from './regular-file.ts'

/** The repository whose working tree a folder is, or is part of. */
export interface EnclosingRepository {
  /** The top of the working tree, absolute. */
  readonly top: string
  /** The folder's path below it, by components. */
  readonly below: readonly string[]
  /** Of `info/exclude`, which git heeds beside the `.gitignore` files. */
  readonly exclude: readonly IgnorePattern[]
  /** Paths from the top that git tracks. */
  readonly tracked: ReadonlySet<string>
  /** Why `tracked` may lack some, as the end of a sentence. */
  readonly indexProblem: string | undefined
}

/** Finds the repository around a folder, as git does: by the nearest `.git` in it or above. Runs no git. */
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

/** The patterns of a file; none when there is none, or too much of it to be one. */
export function readPatterns(path: string): IgnorePattern[] {
  const read = readRegularFile(path, folderLimits.maxIgnoreFileBytes)
  const patterns = 'content' in read ? parseIgnorePatterns(read.content) : []
  return patterns.length > folderLimits.maxIgnorePatterns ? [] : patterns
}

/** `own` holds the index, `shared` what all working trees of a repository have in common (gitrepository-layout(5)). */
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

/** git takes a folder without a HEAD for none of its own. */
const isGitFolder = (path: string): boolean => lstatSync(join(path, 'HEAD'), { throwIfNoEntry: false }) !== undefined

function shortText(path: string): string {
  const read = readRegularFile(path, maxPointer)
  return 'content' in read ? read.content.toString('utf8') : ''
}

const maxPointer = 64 * 1024

function trackedPaths({ own, shared }: GitPlaces): Pick<EnclosingRepository, 'tracked' | 'indexProblem'> {
  const objectIdBytes = /^[ \t]*objectformat[ \t]*=[ \t]*"?sha256/im.test(shortText(join(shared, 'config'))) ? 32 : 20
  const tracked = new Set<string>()
  // A split index has most entries in files of their own; an entry that is no longer one does no harm here.
  const names = [
    'index',
    ...namesIn(own)
      .filter((name) => name.startsWith('sharedindex.'))
      .slice(0, maxSharedIndexes),
  ]
  for (const name of names) {
    const read = readRegularFile(join(own, name), folderLimits.maxIndexBytes)
    if ('content' in read) {
      const paths = readGitIndex(read.content, objectIdBytes)
      if (paths === undefined) return { tracked, indexProblem: 'the git index could not be parsed' }
      for (const path of paths) tracked.add(path)
    } else if (read.state === 'unreadable' || read.state === 'special') return { tracked, indexProblem: read.reason }
  }
  return { tracked, indexProblem: undefined }
}

const maxSharedIndexes = 4

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
