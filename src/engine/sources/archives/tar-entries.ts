import type { Parser, ReadEntry } from 'tar'
import { packageLimits } from '../package-limits.ts'
import { archivePath } from './archive-path.ts'
import type { ArchiveSink } from './archive-sink.ts'
import type { ArchiveLimit, SkipReason } from './skip-reason.ts'

const fileTypes = new Set(['File', 'OldFile', 'ContiguousFile'])
const folderTypes = new Set(['Directory', 'GNUDumpDir'])
const refusedTypes: Readonly<Record<string, SkipReason>> = {
  SymbolicLink: 'symbolic-link',
  Link: 'hard-link',
  CharacterDevice: 'device',
  BlockDevice: 'device',
  FIFO: 'named-pipe',
}

/** Passes regular files from a tar parser to a sink, and records all other entries as skipped. */
export class TarEntries {
  /** Limit for the whole archive that stopped the reader. */
  limitReached: ArchiveLimit | undefined
  /** True if the archive may be incomplete. */
  isBroken = false
  readonly #sink: ArchiveSink
  #entries = 0
  #files = 0
  #brokenHeaders = 0
  #firstUnread: string | undefined
  #headerHasNul = false

  constructor(parser: Parser, sink: ArchiveSink) {
    this.#sink = sink
    parser.on('entry', (entry: ReadEntry) => this.#take(entry))
    parser.on('ignoredEntry', (entry: ReadEntry) => {
      this.#entries += 1
      sink.skip(entry.path, entry.meta ? 'large-header' : unknownType(entry.header.typeKey))
    })
    // The parser silently truncates a name in an extended header at a NUL character.
    parser.on('meta', (header: string) => (this.#headerHasNul ||= header.replace(/(?<!\0)\0+$/, '').includes('\0')))
    parser.on('warn', (code: string) => {
      if (code === 'TAR_ENTRY_INVALID') this.#brokenHeaders += 1
      else this.isBroken = true
    })
  }

  /** True if no file has been read yet. */
  get isEmpty(): boolean {
    return this.#files === 0
  }

  /** Records broken headers and, if the reader stopped early, the limit that it reached. */
  finish(): void {
    if (this.#brokenHeaders > 0) this.#sink.skip('(unnamed)', { code: 'broken-headers', count: this.#brokenHeaders })
    if (this.limitReached !== undefined)
      this.#sink.skip(this.#firstUnread ?? '(the rest)', { code: 'stopped', limit: this.limitReached })
  }

  #take(entry: ReadEntry): void {
    const hasNul = this.#headerHasNul
    this.#headerHasNul = false
    if (this.limitReached !== undefined || folderTypes.has(entry.type)) return void entry.resume()
    this.#entries += 1
    const where = hasNul ? { refusal: 'nul-character' as const } : archivePath(entry.header.path ?? entry.path)
    const refusal = refusalOf(entry) ?? ('refusal' in where ? where.refusal : undefined)
    if (this.#entries > packageLimits.maxFiles) this.#stop(entry, 'files')
    else if (refusal !== undefined) this.#sink.skip(entry.path, refusal)
    else if ('path' in where) return this.#read(entry, where.path)
    entry.resume()
  }

  #read(entry: ReadEntry, path: string): void {
    const chunks: Buffer[] = []
    this.#firstUnread = path
    entry.on('data', (chunk: Buffer) => chunks.push(chunk))
    entry.on('end', () => {
      this.#firstUnread = undefined
      this.#files += 1
      this.#sink.keep(path, Buffer.concat(chunks))
    })
  }

  #stop(entry: ReadEntry, limit: ArchiveLimit): void {
    this.limitReached = limit
    this.#firstUnread = entry.path
  }
}

function refusalOf(entry: ReadEntry): SkipReason | undefined {
  if (!fileTypes.has(entry.type)) return refusedTypes[entry.type] ?? unknownType(entry.type)
  return entry.size > packageLimits.maxFileBytes ? 'too-large' : undefined
}

/**
 * Returns the skip reason for an unknown entry type. The type is one character from the archive or a name from the
 * parser. Characters outside the accepted set are replaced with an underscore.
 */
function unknownType(type: string): SkipReason {
  return { code: 'unknown-type', type: type.replaceAll(/[^\w ]/g, '_').slice(0, 20) }
}
