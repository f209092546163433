import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { advisoryFeedLimits } from './advisory-feed-limits.ts'
import { BlockReader } from './block-reader.ts'
import { AdvisorySyncFailure } from './sync-failure.ts'

/** Record file in an export. `content` is undefined if the file is too large. */
export interface ExportEntry {
  readonly name: string
  readonly content: Buffer | undefined
}

/**
 * Maximum number of files: four times as many as npm has. There is a limit because even an empty file takes time to
 * read.
 */
const maxEntries = 1_000_000

/** Larger files are decompressed asynchronously. Decompressing 256 KB blocks the event loop for 0.6 ms. */
const smallBytes = 256 * 1024

/** Minimum output buffer of zlib. */
const minChunkBytes = 64

const inflateRawAside = promisify(inflateRaw)

/**
 * Yields the records in an export one at a time. Skips files that are not `.json`. Does not close the file. Throws an
 * AdvisorySyncFailure if the zip file is malformed or too large after decompression.
 */
export async function* readExportEntries(
  file: FileHandle,
  bounds: { maxRecordBytes: number; maxExportBytes: number } = advisoryFeedLimits,
): AsyncIterable<ExportEntry> {
  try {
    const reader = new BlockReader(file)
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, (await file.stat()).size, {
      lazyEntries: true,
      autoClose: false,
    })
    if (zip.entryCount > maxEntries) throw tooLarge()
    let unpackedBytes = 0
    for await (const entry of zip.eachEntry()) {
      if (!entry.fileName.endsWith('.json')) continue
      if (Math.max(entry.uncompressedSize, entry.compressedSize) > bounds.maxRecordBytes) {
        yield { name: entry.fileName, content: undefined }
        continue
      }
      unpackedBytes += entry.uncompressedSize
      if (unpackedBytes > bounds.maxExportBytes) throw tooLarge()
      yield { name: entry.fileName, content: await readEntry(zip, reader, entry) }
    }
  } catch (error) {
    throw error instanceof AdvisorySyncFailure
      ? error
      : new AdvisorySyncFailure('broken-export', 'The advisory export is not a valid zip file.', { cause: error })
  }
}

/**
 * Reads at most the declared size. Otherwise, a zip bomb could evade the limits above, which use declared sizes. Using
 * yauzl's stream for each entry would take five times as long.
 */
async function readEntry(zip: ZipFile, reader: BlockReader, entry: Entry): Promise<Buffer> {
  if (!entry.canDecodeFileData()) throw new Error(`${entry.fileName} is encrypted or has an unknown compression method`)
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const packed = await reader.readBytes(fileDataStart, entry.compressedSize)
  const content = entry.compressionMethod === 0 ? packed : await inflate(packed, entry.uncompressedSize)
  if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32)
    throw new Error(`${entry.fileName} is damaged`)
  return content
}

async function inflate(packed: Buffer, unpackedBytes: number): Promise<Buffer> {
  // zlib would otherwise allocate 16 KB for each of the small records, which takes a third of the time.
  const bounds = { maxOutputLength: Math.max(unpackedBytes, 1), chunkSize: Math.max(unpackedBytes, minChunkBytes) }
  return unpackedBytes <= smallBytes ? inflateRawSync(packed, bounds) : inflateRawAside(packed, bounds)
}

function tooLarge(): AdvisorySyncFailure {
  return new AdvisorySyncFailure('too-large', 'The unpacked advisory export exceeds the size limit.')
}
