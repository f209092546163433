import { createGunzip } from 'node:zlib'
import { Parser } from 'tar'
import { ScanFailure } from '../model/failure.ts'
import { packageLimits } from './package-limits.ts'
import type { ArchivedFiles } from './collected-files.ts'
import { TarEntries } from './tar-entries.ts'

const blockBytes = 512

/**
 * Reads a gzipped tar archive into memory. Nothing is written to disk, no link is followed, and decompression stops at
 * the first total limit. Uses npm's own tar parser, so that both see the same files.
 *
 * @param what name of the archive at the start of a sentence
 * @throws ScanFailure SOURCE_MALFORMED for an incomplete archive, SOURCE_TOO_LARGE if a limit was reached before
 * anything was read
 */
export async function readTarArchive(what: string, packed: Buffer, signal?: AbortSignal): Promise<ArchivedFiles> {
  const parser = new Parser({ brotli: false, zstd: false })
  const entries = new TarEntries(parser)
  let unpackedBytes = 0
  try {
    for await (const [blocks, compressedBytes] of inflate(packed)) {
      signal?.throwIfAborted()
      // The parser would decompress again, without limits.
      if (unpackedBytes === 0 && isGzip(blocks))
        throw new ScanFailure('SOURCE_MALFORMED', `${what} is compressed twice.`)
      unpackedBytes += blocks.length
      entries.limitReached ??= reachedLimit(unpackedBytes, compressedBytes)
      if (entries.limitReached !== undefined) break
      parser.write(blocks)
    }
    if (entries.limitReached === undefined) parser.end()
  } catch (error) {
    signal?.throwIfAborted()
    if (error instanceof ScanFailure) throw error
    throw new ScanFailure('SOURCE_MALFORMED', `${what} is not a complete gzipped tar archive.`, { cause: error })
  }
  if (entries.limitReached === undefined) {
    if (entries.broken !== undefined)
      throw new ScanFailure('SOURCE_MALFORMED', `${what} is not a complete tar archive.`, {
        cause: new Error(entries.broken),
      })
  } else if (entries.isEmpty) {
    throw new ScanFailure('SOURCE_TOO_LARGE', `${what} ${entries.limitReached}. Assay read none of it.`)
  }
  return entries.result()
}

/**
 * The decompressed bytes in complete tar blocks, each with the number of compressed bytes consumed so far. A header of
 * one block then never straddles two writes, which node-tar decodes incorrectly.
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

function reachedLimit(unpackedBytes: number, compressedBytes: number): string | undefined {
  const { maxUnpackedBytes: most, maxUnpackRatio: ratio, minRatioCheckedBytes: ratioGraceBytes } = packageLimits
  if (unpackedBytes > most) return `unpacks to more than ${most / 2 ** 20} MiB`
  if (unpackedBytes > ratioGraceBytes && unpackedBytes > ratio * compressedBytes)
    return `unpacks to more than ${ratio} times its size`
  return undefined
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
