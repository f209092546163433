import type { Parser, ReadEntry } from 'tar'
import { packageLimits } from './package-limits.ts'
import { archivePath } from './archive-path.ts'
import { type ArchivedFiles, CollectedFiles } from './collected-files.ts'
import { shownText } from './shown-text.ts'

const fileTypes = new Set(['File', 'OldFile', 'ContiguousFile'])
const folderTypes = new Set(['Directory', 'GNUDumpDir'])
const refusedTypes: Readonly<Record<string, string>> = {
  SymbolicLink: 'it is a symbolic link',
  Link: 'it is a hard link',
  CharacterDevice: 'it is a device',
  BlockDevice: 'it is a device',
  FIFO: 'it is a named pipe',
}

/** Collects the regular files of a tar parser, and lists everything else. */
export class TarEntries {
  /** The total limit that stopped the reading, as the end of a sentence. */
  limitReached: string | undefined
  /** Why the archive may be incomplete. */
  broken: string | undefined
  readonly #collected = new CollectedFiles()
  #entries = 0
  #brokenHeaders = 0
  #firstUnread: string | undefined
  #headerHasNul = false

  constructor(parser: Parser) {
    parser.on('entry', (entry: ReadEntry) => this.#take(entry))
    parser.on('ignoredEntry', (entry: ReadEntry) => {
      this.#entries += 1
      this.#collected.skip(
        entry.path,
        entry.meta ? 'its extended header is too large' : `its type (${entry.header.typeKey}) is unknown`,
      )
    })
    // The parser silently truncates names in extended headers at a NUL character.
    parser.on('meta', (header: string) => (this.#headerHasNul ||= header.replace(/(?<!\0)\0+$/, '').includes('\0')))
    parser.on('warn', (code: string, message: string) => {
      if (code === 'TAR_ENTRY_INVALID') this.#brokenHeaders += 1
      else this.broken ??= message
    })
  }

  /** No file was read yet. */
  get isEmpty(): boolean {
    return this.#collected.files.size === 0
  }

  result(): ArchivedFiles {
    const skipped = [...this.#collected.skipped]
    if (this.#brokenHeaders > 0)
      skipped.push({ path: '(unnamed)', reason: `the archive has ${this.#brokenHeaders} broken headers` })
    if (this.limitReached !== undefined)
      skipped.push({
        path: this.#firstUnread ?? '(the rest)',
        reason: `reading stopped here: the archive ${this.limitReached}`,
      })
    return { files: this.#collected.files, skipped }
  }

  #take(entry: ReadEntry): void {
    const hasNul = this.#headerHasNul
    this.#headerHasNul = false
    if (this.limitReached !== undefined || folderTypes.has(entry.type)) return void entry.resume()
    this.#entries += 1
    const where = hasNul
      ? { refusal: 'its name contains a NUL character' }
      : archivePath(entry.header.path ?? entry.path)
    const refusal = this.#refusal(entry) ?? ('refusal' in where ? where.refusal : undefined)
    if (this.#entries > packageLimits.maxFiles) this.#stop(entry, `has more than ${packageLimits.maxFiles} files`)
    else if (refusal !== undefined) this.#collected.skip(entry.path, refusal)
    else if ('path' in where) return this.#read(entry, where.path)
    entry.resume()
  }

  #refusal(entry: ReadEntry): string | undefined {
    if (!fileTypes.has(entry.type)) return refusedTypes[entry.type] ?? `its type (${entry.type}) is unknown`
    if (entry.size > packageLimits.maxFileBytes) return `it is larger than ${packageLimits.maxFileBytes / 2 ** 20} MiB`
    return undefined
  }

  #read(entry: ReadEntry, path: string): void {
    const chunks: Buffer[] = []
    this.#firstUnread = shownText(path)
    entry.on('data', (chunk: Buffer) => chunks.push(chunk))
    entry.on('end', () => {
      this.#firstUnread = undefined
      this.#collected.keep(path, Buffer.concat(chunks))
    })
  }

  #stop(entry: ReadEntry, limit: string): void {
    this.limitReached = limit
    this.#firstUnread = shownText(entry.path)
  }
}
