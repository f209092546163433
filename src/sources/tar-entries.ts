import type { Parser, ReadEntry } from 'tar'
import { limits } from '../model/limits.ts'
import type { SkippedFile, SnapshotFile } from '../model/snapshot.ts'
import { archivePath, foldedPath } from './archive-path.ts'
import { shownText } from './shown-text.ts'

/** What was read of an archive, and what was left out for cause. */
export interface ArchivedFiles {
  readonly files: ReadonlyMap<string, SnapshotFile>
  readonly skipped: readonly SkippedFile[]
}

const fileTypes = new Set(['File', 'OldFile', 'ContiguousFile'])
const folderTypes = new Set(['Directory', 'GNUDumpDir'])
const refusedTypes: Readonly<Record<string, string>> = {
  SymbolicLink: 'it is a symbolic link',
  Link: 'it is a hard link',
  CharacterDevice: 'it is a device',
  BlockDevice: 'it is a device',
  FIFO: 'it is a named pipe',
}

/** Collects the regular files that a tar parser meets, and names everything else. */
export class TarEntries {
  readonly files = new Map<string, SnapshotFile>()
  /** The total limit at which reading stopped, as the end of a sentence. */
  limitReached: string | undefined
  /** Why the archive cannot be believed to be whole. */
  broken: string | undefined
  readonly #skipped: SkippedFile[] = []
  readonly #firstWithFoldedPath = new Map<string, string>()
  #entries = 0
  #brokenHeaders = 0
  #firstUnread: string | undefined
  #headerHasNul = false

  constructor(parser: Parser) {
    parser.on('entry', (entry: ReadEntry) => this.#take(entry))
    parser.on('ignoredEntry', (entry: ReadEntry) => {
      this.#entries += 1
      this.#skip(entry.path, entry.meta ? 'its extended header is too large' : `its type (${entry.header.typeKey}) is unknown`)
    })
    // The parser cuts names of extended headers at a NUL character and keeps the rest silently.
    parser.on('meta', (header: string) => (this.#headerHasNul ||= header.replace(/\0+$/, '').includes('\0')))
    parser.on('warn', (code: string, message: string) => {
      if (code === 'TAR_ENTRY_INVALID') this.#brokenHeaders += 1
      else this.broken ??= message
    })
  }

  result(): ArchivedFiles {
    const skipped = [...this.#skipped]
    if (this.#brokenHeaders > 0) skipped.push({ path: '(unnamed)', reason: `the archive has ${this.#brokenHeaders} broken headers` })
    if (this.limitReached !== undefined) skipped.push({ path: this.#firstUnread ?? '(the rest)', reason: `not read, nor anything after it: the archive ${this.limitReached}` })
    return { files: this.files, skipped }
  }

  #take(entry: ReadEntry): void {
    const hasNul = this.#headerHasNul
    this.#headerHasNul = false
    if (this.limitReached !== undefined || folderTypes.has(entry.type)) return void entry.resume()
    this.#entries += 1
    const where = hasNul ? { refusal: 'its name contains a NUL character' } : archivePath(entry.header.path ?? entry.path)
    const refusal = this.#refusal(entry) ?? ('refusal' in where ? where.refusal : undefined)
    if (this.#entries > limits.package.files) this.#stop(entry, `has more than ${limits.package.files} files`)
    else if (refusal !== undefined) this.#skip(entry.path, refusal)
    else if ('path' in where) return this.#read(entry, where.path)
    entry.resume()
  }

  #refusal(entry: ReadEntry): string | undefined {
    if (!fileTypes.has(entry.type)) return refusedTypes[entry.type] ?? `its type (${entry.type}) is unknown`
    if (entry.size > limits.package.fileBytes) return `it is larger than ${limits.package.fileBytes / 2 ** 20} MiB`
    return undefined
  }

  #read(entry: ReadEntry, path: string): void {
    const chunks: Buffer[] = []
    this.#firstUnread = shownText(path)
    entry.on('data', (chunk: Buffer) => chunks.push(chunk))
    entry.on('end', () => {
      this.#firstUnread = undefined
      this.#keep({ path, content: Buffer.concat(chunks) })
    })
  }

  /** Of two files with one name the last stays, as it does on disk when npm unpacks. */
  #keep(file: SnapshotFile): void {
    const earlier = this.files.get(file.path)
    if (earlier !== undefined && !earlier.content.equals(file.content)) this.#skip(file.path, 'the archive has several different files of this name; the last one was read')
    const folded = foldedPath(file.path)
    const collision = this.#firstWithFoldedPath.get(folded)
    if (collision === undefined) this.#firstWithFoldedPath.set(folded, file.path)
    else if (collision !== file.path && earlier === undefined) this.#skip(file.path, `on systems that ignore case it is the same file as ${shownText(collision)}; both were read`)
    this.files.set(file.path, file)
  }

  #skip(path: string, reason: string): void {
    this.#skipped.push({ path: shownText(path), reason })
  }

  #stop(entry: ReadEntry, limit: string): void {
    this.limitReached = limit
    this.#firstUnread = shownText(entry.path)
  }
}
