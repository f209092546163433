import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { folderLimits } from './folder-limits.ts'
import { packageLimits } from '../package-limits.ts'
import { LeftOut } from '../left-out.ts'
import { enclosingRepository, type EnclosingRepository, readPatterns } from './git-repository.ts'
import { asBytes, IgnoreRules } from './ignore-rules.ts'
import { installedPackagesReason } from './installed-packages.ts'

/** Regular file in a folder that has not been read yet. */
export interface FoundFile {
  /** Path below the folder, with `/` as the separator. */
  readonly path: string
  /** Absolute path. */
  readonly place: string
}

export interface WalkedFolder {
  readonly files: AsyncIterable<FoundFile>
  readonly skipped: LeftOut
  readonly notFollowed: LeftOut
  /** Submodule commits by path below the folder, according to the git index. */
  readonly submodules: ReadonlyMap<string, string>
}

export interface WalkOptions {
  /** This installation's data folder, which is never part of a project. Absolute, without links. */
  readonly dataFolder: string
  readonly signal: AbortSignal
}

/**
 * Folder that is being walked, with its path components relative to the top of the repository and to the scanned
 * folder.
 */
interface Level {
  readonly place: string
  readonly path: readonly string[]
  readonly fromTop: readonly string[]
  readonly rules: IgnoreRules
  /** True if git ignores the folder. Only the tracked files in it are read. */
  readonly isIgnored: boolean
}

/**
 * Finds the files in a folder that git tracks or would offer to track. Outside a repository, only installed packages
 * are skipped. Returns the files sorted by name. Does not follow links or enter `.git`.
 */
export function walkFolder(folder: string, { dataFolder, signal }: WalkOptions): WalkedFolder {
  const walk = new FolderWalk(folder, dataFolder, signal)
  return { files: walk.files(), skipped: walk.skipped, notFollowed: walk.notFollowed, submodules: walk.submodules() }
}

/** Number of entries to process between two checks of the signal. */
const entriesPerBreath = 200
const maxNamed = 1_000
const deepest = 200

class FolderWalk {
  readonly skipped = new LeftOut(maxNamed)
  readonly notFollowed = new LeftOut(maxNamed)
  readonly #folder: string
  readonly #dataFolder: string
  readonly #signal: AbortSignal
  readonly #repository: EnclosingRepository | undefined
  readonly #trackedFolders = new Set<string>()
  #entries = 0

  constructor(folder: string, dataFolder: string, signal: AbortSignal) {
    this.#folder = folder
    this.#dataFolder = dataFolder
    this.#signal = signal
    this.#repository = enclosingRepository(folder)
    for (const path of this.#repository?.tracked ?? []) {
      for (
        let end = path.lastIndexOf('/');
        end > 0 && !this.#trackedFolders.has(path.slice(0, end));
        end = path.lastIndexOf('/', end - 1)
      )
        this.#trackedFolders.add(path.slice(0, end))
    }
    if (this.#repository?.indexProblem !== undefined)
      this.skipped.add(
        '.git/index',
        `tracked files that match an ignore rule may be missing: ${this.#repository.indexProblem}`,
      )
  }

  submodules(): ReadonlyMap<string, string> {
    const above = (this.#repository?.below ?? []).map((name) => `${name}/`).join('')
    return new Map(
      [...(this.#repository?.submodules ?? [])].flatMap(([path, commit]) =>
        path.startsWith(above) && path.length > above.length ? [[path.slice(above.length), commit] as const] : [],
      ),
    )
  }

  async *files(): AsyncGenerator<FoundFile> {
    const fromTop = this.#repository?.below ?? []
    yield* this.#filesIn({ place: this.#folder, path: [], fromTop, rules: this.#rulesAbove(), isIgnored: false })
  }

  /** Returns the patterns from `info/exclude` and from the folders above the scanned one. */
  #rulesAbove(): IgnoreRules {
    const { top, below, exclude } = this.#repository ?? { top: '', below: [], exclude: [] }
    let rules = new IgnoreRules(exclude, 0)
    for (let depth = 0; depth < below.length; depth += 1)
      rules = this.#withOwnPatterns(join(top, ...below.slice(0, depth)), depth, rules)
    return rules
  }

  #withOwnPatterns(place: string, depth: number, above: IgnoreRules): IgnoreRules {
    const patterns = readPatterns(join(place, '.gitignore'))
    if (patterns.length === 0 || above.size + patterns.length > folderLimits.maxIgnorePatterns) return above
    return new IgnoreRules(patterns, depth, above)
  }

  async *#filesIn(level: Level): AsyncGenerator<FoundFile> {
    const entries = this.#entriesOf(level)
    const names = new Set(entries.map(({ name }) => name))
    const hasPatterns = this.#repository !== undefined && names.has('.gitignore')
    const rules = hasPatterns ? this.#withOwnPatterns(level.place, level.fromTop.length, level.rules) : level.rules
    for (const entry of entries) {
      if (++this.#entries % entriesPerBreath === 0) {
        await setImmediate()
        this.#signal.throwIfAborted()
      }
      const path = [...level.path, entry.name]
      const shown = path.join('/')
      const fromTop = [...level.fromTop, entry.name]
      const isIgnored = level.isIgnored || rules.ignores(fromTop.map(asBytes), entry.kind === 'folder')
      if (isIgnored && !this.#isTracked(fromTop.join('/'), entry.kind === 'folder')) continue
      const place = join(level.place, entry.name)
      if (entry.kind === 'file') yield { path: shown, place }
      else if (entry.kind === 'link') this.notFollowed.add(shown, 'it is a symbolic link')
      else if (entry.kind === 'special') this.notFollowed.add(shown, 'it is neither a file nor a folder')
      else {
        const installed =
          this.#repository === undefined ? installedPackagesReason(entry.name, names, () => namesIn(place)) : undefined
        if (place === this.#dataFolder) this.notFollowed.add(shown, 'it contains the data of this Assay installation')
        else if (installed !== undefined) this.notFollowed.add(shown, installed)
        else if (path.length >= deepest) this.skipped.add(shown, `it is nested deeper than ${deepest} folders`)
        else yield* this.#filesIn({ place, path, fromTop, rules, isIgnored })
      }
    }
  }

  #isTracked(fromTop: string, isFolder: boolean): boolean {
    return isFolder ? this.#trackedFolders.has(fromTop) : (this.#repository?.tracked.has(fromTop) ?? false)
  }

  /**
   * Returns a folder's entries except `.git`, sorted. Skips names that are not UTF-8, because a report cannot contain
   * them.
   */
  #entriesOf({ place, path }: Level): Entry[] {
    const entries: Entry[] = []
    for (const entry of this.#listingOf(place, path)) {
      const name = entry.name.toString('utf8')
      const shown = [...path, name].join('/')
      if (!Buffer.from(name, 'utf8').equals(entry.name)) this.skipped.add(shown, 'its name is not valid UTF-8')
      else if (Buffer.byteLength(shown) > packageLimits.maxPathBytes)
        this.skipped.add(shown, `its name is longer than ${packageLimits.maxPathBytes} bytes`)
      else if (name !== '.git') entries.push({ name, kind: kindOf(entry) })
    }
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  #listingOf(place: string, path: readonly string[]): Dirent<Buffer>[] {
    try {
      return readdirSync(place, { withFileTypes: true, encoding: 'buffer' })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
      if (code !== 'ENOENT' && code !== 'ENOTDIR')
        this.skipped.add(
          path.join('/') || '.',
          code === 'EACCES' || code === 'EPERM'
            ? 'this user has no permission to list it'
            : `it could not be listed (${code})`,
        )
      return []
    }
  }
}

interface Entry {
  readonly name: string
  readonly kind: 'file' | 'folder' | 'link' | 'special'
}

function kindOf(entry: Dirent<Buffer>): Entry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'folder'
  return entry.isSymbolicLink() ? 'link' : 'special'
}

function namesIn(place: string): string[] {
  try {
    return readdirSync(place)
  } catch {
    return []
  }
}
