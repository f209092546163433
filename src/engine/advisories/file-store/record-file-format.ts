import { crc32 } from 'node:zlib'

/**
 * Format of a file with the advisories of one feed. A file never changes after it was written.
 *
 * - Blocks: each is a few records, one per line as JSON, compressed together.
 * - Table: all records with the times and digests that a sync compares, compressed.
 * - Unreadable: records that could not be read, compressed.
 * - Index: typed arrays that lead from a package name to its records. Scans read it as it is.
 * - Trailer: JSON that says where the sections are, with its length and checksum in the last bytes.
 *
 * Rejected: node:sqlite. Measured with 23,472 records of npm on a busy machine: 10.8 MB instead of 2.4 MB (8.1 MB with
 * compressed rows), 1.5 instead of 1.7 CPU seconds to build, 0.5 instead of 6 ms to open, 10 instead of 20 ms to look
 * up 2,000 names, and the same memory. It does not detect damage, and Node 22 calls it experimental.
 */
export const formatVersion = 1

/** A record file is damaged, or was written by another version or on another architecture. */
export class DamagedRecordFile extends Error {
  override readonly name = 'DamagedRecordFile'
}

/** A record as a sync compares it. */
export interface TableEntry {
  readonly modified: number
  /** What the feed's listing gives for `modified`, if it differs. Milliseconds. */
  readonly listed: number | undefined
  readonly digest: string
  /** Number of the record in the file. Undefined for a record that matches nothing: it is withdrawn. */
  readonly ordinal: number | undefined
}

/** Bytes of one record's line: what matching reads of it. */
export type RecordLine = readonly [
  id: string,
  document: unknown,
  affected: readonly (readonly [packageName: string, entry: unknown])[],
]

/** Typed arrays of the index, in their order in the file. */
export const indexArrays = [
  /** Where each block starts, and where the last one ends. */
  'blockOffsets',
  'blockChecksums',
  /** Block of each record, and its line in the block. */
  'recordBlocks',
  'recordLines',
  /** Where each name starts in the bytes of the names, and where the last one ends. */
  'nameOffsets',
  /** Where the records of each name start in `postings`, and where the last ones end. */
  'postingOffsets',
  /** Numbers of records. */
  'postings',
] as const

export type IndexArrays = Readonly<Record<(typeof indexArrays)[number], Uint32Array>>

/** Checksum of a section. */
export const checksumOf = (bytes: Uint8Array): number => crc32(bytes)

/** Reveals a file from a machine with the other byte order: the typed arrays have the order of the machine. */
export const byteOrder = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 'little' : 'big'

/** Last bytes of a file: this mark, then the length and the checksum of the trailer as 32-bit little-endian numbers. */
export const endMark = Buffer.from('assayrec', 'latin1')
export const endBytes = endMark.length + 8
