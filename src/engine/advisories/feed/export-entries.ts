import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, gunzipSync, inflateRaw } from 'node:zlib'
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

/** Maximum number of files in a batch. yauzl reads them in nested calls. */
const batchEntries = 128

/** Minimum output buffer of zlib. */
const minChunkBytes = 64

const inflateRawAside = promisify(inflateRaw)

/**
 * Yields the records in an export in batches, because a promise for each of them takes a quarter of the time. Skips
 * files that are not `.json`. Does not close the file. Throws an AdvisorySyncFailure if the zip file is malformed or
 * too large after decompression.
 */
export async function* readExportEntries(
  file: FileHandle,
  bounds: { maxRecordBytes: number; maxExportBytes: number } = advisoryFeedLimits,
): AsyncIterable<readonly ExportEntry[]> {
  try {
    const reader = new BlockReader(file)
    const zip = await yauzl.fromRandomAccessReaderPromise(reader, (await file.stat()).size, {
      lazyEntries: true,
      autoClose: false,
    })
    if (zip.entryCount > maxEntries) throw tooLarge()
    let unpackedBytes = 0
    for (let last = false; !last;) {
      const batch = await nextEntries(zip)
      last = batch.length === 0
      const records = batch.filter(({ fileName }) => fileName.endsWith('.json'))
      const readable = records.filter((entry) => sizeOf(entry) <= bounds.maxRecordBytes)
      unpackedBytes += readable.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
      if (unpackedBytes > bounds.maxExportBytes) throw tooLarge()
      const contents = await readContents(zip, reader, readable)
      yield records.map((entry) => ({ name: entry.fileName, content: contents.get(entry) }))
    }
  } catch (error) {
    throw error instanceof AdvisorySyncFailure
      ? error
      : new AdvisorySyncFailure('broken-export', 'The advisory export is not a valid zip file.', { cause: error })
  }
}

const sizeOf = ({ uncompressedSize, compressedSize }: Entry) => Math.max(uncompressedSize, compressedSize)

/** Reads the next entries of the zip file, until they are large enough together. Returns none after the last one. */
function nextEntries(zip: ZipFile): Promise<readonly Entry[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Entry[]>()
  const entries: Entry[] = []
  let bytes = 0
  const onEntry = (entry: Entry) => {
    entries.push(entry)
    bytes += sizeOf(entry)
    if (entries.length === batchEntries || bytes >= smallBytes) resolve(entries)
    else zip.readEntry()
  }
  const onEnd = () => resolve(entries)
  zip.on('entry', onEntry).on('end', onEnd).on('error', reject)
  zip.readEntry()
  return promise.finally(() => zip.off('entry', onEntry).off('end', onEnd).off('error', reject))
}

/** Entry with its bytes in the zip file. */
interface PackedEntry {
  readonly entry: Entry
  readonly packed: Buffer
}

/**
 * Reads at most the declared sizes. Otherwise, a zip bomb could evade the limits above, which use declared sizes. Using
 * yauzl's stream for each entry would take five times as long.
 */
async function readContents(
  zip: ZipFile,
  reader: BlockReader,
  entries: readonly Entry[],
): Promise<ReadonlyMap<Entry, Buffer>> {
  const contents = new Map<Entry, Buffer>()
  const deflated: PackedEntry[] = []
  for (const entry of entries) {
    const start = dataStart(zip, entry)
    const bytes = reader.readBytes(typeof start === 'number' ? start : await start, entry.compressedSize)
    const packed = Buffer.isBuffer(bytes) ? bytes : await bytes
    if (entry.compressionMethod === 0) contents.set(entry, packed)
    else if (entry.uncompressedSize > smallBytes)
      contents.set(entry, await inflateRawAside(packed, boundsOf(entry.uncompressedSize)))
    else deflated.push({ entry, packed })
  }
  for (const [entry, content] of inflateTogether(deflated)) contents.set(entry, content)
  for (const [entry, content] of contents)
    if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32)
      throw new Error(`${entry.fileName} is damaged`)
  return contents
}

/** Returns the offset of an entry's data, immediately if the reader has its block. */
function dataStart(zip: ZipFile, entry: Entry): number | Promise<number> {
  if (!entry.canDecodeFileData()) throw new Error(`${entry.fileName} is encrypted or has an unknown compression method`)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  let known: number | undefined
  zip.readLocalFileHeader(entry, { minimal: true }, (error, header) => {
    if (error) return reject(error)
    known = header.fileDataStart
    resolve(known)
  })
  return known ?? promise
}

/** Header of a gzip file: deflate, without a time and a name. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/**
 * Decompresses small entries in one call, as the members of a gzip file. With a call for each of them, zlib would
 * allocate its buffers each time, which takes a third of the time. Throws if one of them is damaged.
 */
function* inflateTogether(entries: readonly PackedEntry[]): Generator<readonly [Entry, Buffer]> {
  const [first] = entries
  if (first === undefined) return
  const content = gunzip(entries, first.entry.fileName)
  let start = 0
  for (const { entry } of entries) {
    const end = start + entry.uncompressedSize
    yield [entry, content.subarray(start, end)]
    start = end
  }
}

function gunzip(entries: readonly PackedEntry[], firstName: string): Buffer {
  const members = entries.flatMap(({ entry, packed }) => [gzipHeader, packed, gzipTrailer(entry)])
  const unpackedBytes = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0)
  try {
    return gunzipSync(Buffer.concat(members), boundsOf(unpackedBytes))
  } catch (error) {
    throw new Error(`${firstName} or one of the next ${entries.length - 1} files is damaged`, { cause: error })
  }
}

/** Returns the checksum and the length that end a member of a gzip file. */
function gzipTrailer({ crc32, uncompressedSize }: Entry): Buffer {
  const trailer = Buffer.allocUnsafe(8)
  trailer.writeUInt32LE(crc32, 0)
  trailer.writeUInt32LE(uncompressedSize, 4)
  return trailer
}

/** Options of zlib for output of a known size. By default, it would first allocate 16 KB for each small record. */
function boundsOf(unpackedBytes: number): { maxOutputLength: number; chunkSize: number } {
  return { maxOutputLength: Math.max(unpackedBytes, 1), chunkSize: Math.max(unpackedBytes, minChunkBytes) }
}

function tooLarge(): AdvisorySyncFailure {
  return new AdvisorySyncFailure('too-large', 'The unpacked advisory export exceeds the size limit.')
}
