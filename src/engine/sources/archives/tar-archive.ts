import { createGunzip } from 'node:zlib'
import { Parser } from 'tar'
import { packageLimits } from '../package-limits.ts'
import type { ArchiveSink } from './archive-sink.ts'
import type { ArchiveEnd, ArchiveLimit, BrokenArchive } from './skip-reason.ts'
import { TarEntries } from './tar-entries.ts'

const blockBytes = 512

/**
 * Reads a gzipped tar archive. Writes nothing to disk, follows no links, and stops decompressing at the first limit.
 * Uses npm's own tar parser, so Assay sees the same files as npm.
 */
export async function readTarArchive(packed: Buffer, sink: ArchiveSink): Promise<ArchiveEnd> {
  const parser = new Parser({ brotli: false, zstd: false })
  const entries = new TarEntries(parser, sink)
  let unpackedBytes = 0
  try {
    for await (const [blocks, compressedBytes] of inflate(packed)) {
      // Rejected because the parser would otherwise decompress the nested gzip data itself, without limits.
      if (unpackedBytes === 0 && isGzip(blocks)) return broken('compressed-twice')
      unpackedBytes += blocks.length
      entries.limitReached ??= reachedLimit(unpackedBytes, compressedBytes)
      if (entries.limitReached !== undefined) break
      parser.write(blocks)
    }
    if (entries.limitReached === undefined) parser.end()
  } catch {
    return broken('not-gzipped-tar')
  }
  if (entries.limitReached === undefined) {
    if (entries.isBroken) return broken('not-tar')
  } else if (entries.isEmpty) return { end: 'too-large', limit: entries.limitReached }
  entries.finish()
  return { end: 'read' }
}

const broken = (problem: BrokenArchive): ArchiveEnd => ({ end: 'broken', problem })

/**
 * Yields the decompressed bytes in complete tar blocks, each with the number of compressed bytes consumed so far.
 * Blocks are kept complete because node-tar decodes a header incorrectly if it straddles two writes.
 */
async function* inflate(packed: Buffer): AsyncGenerator<[blocks: Buffer, compressedBytes: number]> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  gunzip.end(packed)
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % blockBytes)
    rest = bytes.subarray(whole)
    if (whole > 0) yield [bytes.subarray(0, whole), gunzip.bytesWritten]
  }
  if (rest.length > 0) yield [rest, gunzip.bytesWritten]
}

/** Returns the limit that an archive with these sizes exceeds, if any. */
export function reachedLimit(unpackedBytes: number, compressedBytes: number): ArchiveLimit | undefined {
  const { maxUnpackedBytes, maxUnpackRatio, minRatioCheckedBytes } = packageLimits
  if (unpackedBytes > maxUnpackedBytes) return 'bytes'
  return unpackedBytes > minRatioCheckedBytes && unpackedBytes > maxUnpackRatio * compressedBytes ? 'ratio' : undefined
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
