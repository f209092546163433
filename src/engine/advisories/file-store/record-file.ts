import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { UnreadableRecord } from './unreadable-record.ts'
import {
  byteOrder,
  checksumOf,
  DamagedRecordFile,
  endBytes,
  endMark,
  formatVersion,
  indexArrays,
  type IndexArrays,
  type RecordLine,
  type TableEntry,
} from './record-file-format.ts'

const Section = z.object({ offset: z.int().nonnegative(), bytes: z.int().nonnegative(), checksum: z.int() })

/** Positions of the sections. */
export const Trailer = z.object({
  version: z.literal(formatVersion),
  byteOrder: z.literal(byteOrder),
  table: Section,
  unreadable: Section,
  index: Section,
  /** Number of elements in each index array. The name bytes follow the arrays. */
  lengths: z.record(z.enum(indexArrays), z.int().nonnegative()),
})
export type Trailer = z.infer<typeof Trailer>

/** Open record file. Every method throws a DamagedRecordFile if the file is damaged. */
export class RecordFile implements Disposable {
  readonly #file: number
  readonly #trailer: Trailer
  readonly #arrays: IndexArrays
  readonly #names: Buffer

  private constructor(file: number, trailer: Trailer, arrays: IndexArrays, names: Buffer) {
    this.#file = file
    this.#trailer = trailer
    this.#arrays = arrays
    this.#names = names
  }

  /** Opens a file and reads its index. Throws a file system error if the file does not exist. */
  static open(path: string): RecordFile {
    const file = openSync(path, 'r')
    try {
      const trailer = readTrailer(file)
      const index = readSection(file, trailer.index)
      const { arrays, names } = indexOf(index, trailer)
      return new RecordFile(file, trailer, arrays, names)
    } catch (error) {
      closeSync(file)
      throw error
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.#file)
  }

  get arrays(): IndexArrays {
    return this.#arrays
  }

  /** Reports whether a record is about the package. */
  isAbout(packageName: string): boolean {
    return this.#postingsOf(packageName).length > 0
  }

  /** Returns the records about packages in file order. Excludes withdrawn records. */
  recordsAbout(packageNames: Iterable<string>): RecordLine[] {
    const ordinals = new Set<number>()
    for (const name of packageNames) for (const ordinal of this.#postingsOf(name)) ordinals.add(ordinal)
    return this.records([...ordinals].sort((a, b) => a - b))
  }

  /** Returns the records with these numbers, which must be ascending. Reads each block once. */
  records(ordinals: readonly number[]): RecordLine[] {
    return this.lines(ordinals).map((line) => JSON.parse(line) as RecordLine)
  }

  /** Returns the lines of the records with these numbers, which must be ascending. */
  lines(ordinals: readonly number[]): string[] {
    let block: { readonly number: number; readonly lines: readonly string[] } | undefined
    return ordinals.map((ordinal) => {
      const number = this.#arrays.recordBlocks[ordinal]
      const line = this.#arrays.recordLines[ordinal]
      if (number === undefined || line === undefined) throw new DamagedRecordFile('A record number is out of range.')
      if (block?.number !== number) block = { number, lines: this.#block(number).toString('utf8').split('\n') }
      const text = block.lines[line]
      if (text === undefined) throw new DamagedRecordFile('A block lacks a record.')
      return text
    })
  }

  /** Yields all package names with their record numbers. */
  *postings(): Generator<readonly [name: string, ordinals: Uint32Array]> {
    for (let index = 0; index < this.#arrays.nameOffsets.length - 1; index += 1)
      yield [this.#nameAt(index).toString('utf8'), this.#postingsAt(index)]
  }

  /** Returns the data that a sync compares, by record ID. */
  table(): Map<string, TableEntry> {
    const rows = new Map<string, TableEntry>()
    for (const row of inflated(readSection(this.#file, this.#trailer.table)).toString('utf8').split('\n')) {
      if (row === '') continue
      const [id = '', modified = '', listed = '', digest = '', ordinal = ''] = row.split('\t')
      rows.set(id, {
        modified: Number(modified),
        listed: listed === '' ? undefined : Number(listed),
        digest,
        ordinal: ordinal === '' ? undefined : Number(ordinal),
      })
    }
    return rows
  }

  /** Returns the records that could not be read. */
  unreadable(): UnreadableRecord[] {
    const text = inflated(readSection(this.#file, this.#trailer.unreadable)).toString('utf8')
    return z.array(UnreadableRecord).parse(JSON.parse(text))
  }

  /** Yields the compressed bytes of all blocks in chunks. */
  *blockBytes(): Generator<Buffer> {
    const step = 4 * 1024 * 1024
    const end = this.#arrays.blockOffsets.at(-1) ?? 0
    for (let offset = 0; offset < end; offset += step) yield readBytes(this.#file, offset, Math.min(step, end - offset))
  }

  #postingsOf(name: string): Uint32Array {
    const wanted = Buffer.from(name, 'utf8')
    let low = 0
    let high = this.#arrays.nameOffsets.length - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      const order = this.#nameAt(middle).compare(wanted)
      if (order === 0) return this.#postingsAt(middle)
      if (order < 0) low = middle + 1
      else high = middle
    }
    return new Uint32Array()
  }

  #nameAt(index: number): Buffer {
    const { nameOffsets } = this.#arrays
    return this.#names.subarray(nameOffsets[index] ?? 0, nameOffsets[index + 1] ?? 0)
  }

  #postingsAt(index: number): Uint32Array {
    const { postings, postingOffsets } = this.#arrays
    return postings.subarray(postingOffsets[index] ?? 0, postingOffsets[index + 1] ?? 0)
  }

  #block(number: number): Buffer {
    const { blockOffsets, blockChecksums } = this.#arrays
    const [start, end, checksum] = [blockOffsets[number], blockOffsets[number + 1], blockChecksums[number]]
    if (start === undefined || end === undefined || checksum === undefined || end < start)
      throw new DamagedRecordFile('A block number is out of range.')
    return inflated(checked(readBytes(this.#file, start, end - start), checksum))
  }
}

function readTrailer(file: number): Trailer {
  const { size } = fstatSync(file)
  const end = readBytes(file, Math.max(0, size - endBytes), endBytes)
  if (!end.subarray(0, endMark.length).equals(endMark)) throw new DamagedRecordFile('The file has no end.')
  const bytes = end.readUInt32LE(endMark.length)
  const text = checked(readBytes(file, size - endBytes - bytes, bytes), end.readUInt32LE(endMark.length + 4))
  const { data } = Trailer.safeParse(JSON.parse(text.toString('utf8')))
  if (!data) throw new DamagedRecordFile('The file has another version or byte order.')
  return data
}

function indexOf(bytes: Buffer, { lengths }: Trailer): { arrays: IndexArrays; names: Buffer } {
  let offset = 0
  const next = (length: number) => {
    if (offset + length * 4 > bytes.length) throw new DamagedRecordFile('The index is too short.')
    const array = new Uint32Array(bytes.buffer, bytes.byteOffset + offset, length)
    offset += length * 4
    return array
  }
  const arrays = Object.fromEntries(indexArrays.map((name) => [name, next(lengths[name])])) as Record<
    (typeof indexArrays)[number],
    Uint32Array
  >
  return { arrays, names: bytes.subarray(offset) }
}

function readSection(file: number, { offset, bytes, checksum }: z.infer<typeof Section>): Buffer {
  return checked(readBytes(file, offset, bytes), checksum)
}

/** Reads bytes into a buffer that is aligned for typed arrays. */
function readBytes(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.from(new ArrayBuffer(length))
  if (offset < 0 || readSync(file, bytes, 0, length, offset) !== length)
    throw new DamagedRecordFile('The file is too short.')
  return bytes
}

function checked(bytes: Buffer, checksum: number): Buffer {
  if (checksumOf(bytes) !== checksum) throw new DamagedRecordFile('A checksum does not match.')
  return bytes
}

function inflated(bytes: Buffer): Buffer {
  return inflateRawSync(bytes)
}
