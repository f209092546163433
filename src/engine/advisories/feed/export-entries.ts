import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { advisoryFeedLimits } from './advisory-feed-limits.ts'
import { BlockReader } from './block-reader.ts'
import { AdvisorySyncFailure } from './sync-failure.ts'

/** One record file of an export; undefined content: larger than any record may be. */
export interface ExportEntry {
  readonly name: string
  readonly content: Buffer | undefined
}

/** Four times as many as npm's records: each costs time even when it is empty. */
const maxEntries = 1_000_000

/** Larger ones are inflated beside the event loop; 256 KB hold it up for 0.6 ms. */
const smallBytes = 256 * 1024

const inflateRawAside = promisify(inflateRaw)

/**
 * Reads the records of an export one after the other; the file stays open. What is not a `.json` file
 * is passed over. Throws an AdvisorySyncFailure when the zip is broken or unpacks to too much.
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
 * Never more bytes than the entry declares, so that a bomb ends at the bounds above. A stream for each entry, as yauzl
 * makes it, takes five times as long.
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
  const bounds = { maxOutputLength: Math.max(unpackedBytes, 1) }
  return unpackedBytes <= smallBytes ? inflateRawSync(packed, bounds) : inflateRawAside(packed, bounds)
}

function tooLarge(): AdvisorySyncFailure {
  return new AdvisorySyncFailure('too-large', 'The unpacked advisory export exceeds the size limit.')
}
