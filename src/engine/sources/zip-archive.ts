import { promisify } from 'node:util'
import { crc32, inflateRaw, inflateRawSync } from 'node:zlib'
import { ScanFailure } from '../model/failure.ts'
import { packageLimits } from './package-limits.ts'
import { archivePath } from './archive-path.ts'
import { type ArchivedFiles, CollectedFiles } from './collected-files.ts'
import { refusalOfMember } from './zip-member.ts'
import { BrokenZip, readZipStructure, type ZipMember, type ZipStructure } from './zip-structure.ts'

export interface ZipReading {
  /** Number of leading folders to strip from each name. */
  readonly leadingFolders: 0 | 1
  /** Paths to read. Others are neither read nor listed. Absent for all. */
  readonly wants?: (path: string) => boolean
  readonly signal?: AbortSignal | undefined
}

/**
 * Reads a zip archive into memory. Nothing is written to disk, no link is followed, nothing is decompressed before the
 * positions of all entries were validated, and decompression stops at the first total limit. Ambiguous entries, which
 * two programs could interpret differently, are skipped and listed.
 *
 * @param what name of the archive at the start of a sentence
 * @throws ScanFailure SOURCE_MALFORMED for an incomplete or contradictory archive, SOURCE_TOO_LARGE if a limit was
 * reached before anything was read
 */
export async function readZipArchive(
  what: string,
  packed: Buffer,
  { leadingFolders, wants, signal }: ZipReading,
): Promise<ArchivedFiles> {
  const { members, firstUnlisted, strayBytes } = await structureOf(what, packed, signal)
  const collected = new CollectedFiles()
  if (strayBytes > 0) collected.skip('(unnamed)', `the archive contains ${strayBytes} bytes outside its entries`)
  let limit = firstUnlisted && {
    unread: firstUnlisted.fileNameRaw.toString('utf8'),
    reached: `has more than ${packageLimits.maxFiles} files`,
  }
  let [unpackedBytes, packedBytes] = [0, 0]
  for (const member of members) {
    signal?.throwIfAborted()
    const { fileNameRaw, uncompressedSize, compressedSize } = member.entry
    const name = fileNameRaw.toString('utf8')
    if (name.endsWith('/') && uncompressedSize === 0) continue
    const where = archivePath(name, leadingFolders)
    if ('path' in where && wants?.(where.path) === false) continue
    const refusal = refusalOfMember(member) ?? ('refusal' in where ? where.refusal : undefined)
    if (refusal !== undefined || !('path' in where)) {
      collected.skip(name, refusal ?? 'its name could not be parsed')
      continue
    }
    unpackedBytes += uncompressedSize
    packedBytes += compressedSize
    const reached = reachedLimit(unpackedBytes, packedBytes)
    if (reached !== undefined) {
      limit = { unread: name, reached }
      break
    }
    const content = await contentOf(packed, member)
    if (typeof content === 'string') collected.skip(name, content)
    else collected.keep(where.path, content)
  }
  if (limit !== undefined && collected.files.size === 0)
    throw new ScanFailure('SOURCE_TOO_LARGE', `${what} ${limit.reached}. Assay read none of it.`)
  if (limit !== undefined) collected.skip(limit.unread, `reading stopped here: the archive ${limit.reached}`)
  return collected
}

async function structureOf(what: string, packed: Buffer, signal: AbortSignal | undefined): Promise<ZipStructure> {
  try {
    return await readZipStructure(packed, signal)
  } catch (error) {
    signal?.throwIfAborted()
    const problem = error instanceof BrokenZip ? error.message : 'is not a complete zip archive'
    throw new ScanFailure('SOURCE_MALFORMED', `${what} ${problem}.`, { cause: error })
  }
}

function reachedLimit(unpackedBytes: number, packedBytes: number): string | undefined {
  const { maxUnpackedBytes: most, maxUnpackRatio: ratio, minRatioCheckedBytes: ratioGraceBytes } = packageLimits
  if (unpackedBytes > most) return `unpacks to more than ${most / 2 ** 20} MiB`
  if (unpackedBytes > ratioGraceBytes && unpackedBytes > ratio * packedBytes)
    return `unpacks to more than ${ratio} times its size`
  return undefined
}

const inflateElsewhere = promisify(inflateRaw) as (
  packed: Buffer,
  options: { readonly maxOutputLength: number },
) => Promise<Buffer>

/** Small files take less time than a round trip through the thread pool. */
const smallBytes = 256 * 1024

async function inflate(packed: Buffer, bytes: number): Promise<Buffer> {
  const options = { maxOutputLength: Math.max(1, bytes) }
  return bytes <= smallBytes ? inflateRawSync(packed, options) : inflateElsewhere(packed, options)
}

/** The bytes of an entry, or how they differ from the directory, as the end of a sentence. */
async function contentOf(packed: Buffer, { entry, dataStart, end }: ZipMember): Promise<Buffer | string> {
  const data = packed.subarray(dataStart, end)
  const isStored = entry.compressionMethod === 0
  try {
    const content = isStored ? data : await inflate(data, entry.uncompressedSize)
    if (content.length !== entry.uncompressedSize) return 'its size does not match the size in the archive'
    return crc32(content) === entry.crc32 ? content : 'its checksum is wrong'
  } catch (error) {
    const isLonger = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isLonger ? 'its size does not match the size in the archive' : 'its compressed data is broken'
  }
}
