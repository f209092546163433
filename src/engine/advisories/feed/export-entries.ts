import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { advisoryFeedLimits } from './advisory-feed-limits.ts'
import { BlockReader } from './block-reader.ts'
import { AdvisorySyncFailure } from './sync-failure.ts'

/** One record file of an export. Undefined content if it is too large. */
export interface ExportEntry {
  readonly name: string
  readonly content: Buffer | undefined
}

/** Four times as many as npm's records, because even an empty one takes time. */
const maxEntries = 1_000_000

/** Larger ones are decompressed asynchronously. 256 KB block the event loop for 0.6 ms. */
const smallBytes = 256 * 1024

const inflateRawAside = promisify(inflateRaw)

/**
 * Reads the records of an export one after the other. The file stays open. Other files than `.json` are skipped. Throws
 * an AdvisorySyncFailure if the zip file is malformed or too large when decompressed.
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
 * Never more bytes than the entry declares, so that a zip bomb ends at the limits above. yauzl's stream per entry takes
 * five times as long.
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
