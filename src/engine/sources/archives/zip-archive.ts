import { crc32, inflateRawSync } from 'node:zlib'
import { archivePath } from './archive-path.ts'
import type { ArchiveSink } from './archive-sink.ts'
import type { ArchiveEnd, ArchiveLimit, SkipReason } from './skip-reason.ts'
import { reachedLimit } from './tar-archive.ts'
import { refusalOfMember } from './zip-member.ts'
import { BrokenZip, readZipStructure, type ZipMember, type ZipStructure } from './zip-structure.ts'

export interface ZipReading {
  /** Number of leading folders to strip from each name. */
  readonly leadingFolders: 0 | 1
  /** Selects the paths to read. Other paths are neither read nor recorded as skipped. If absent, all paths are read. */
  readonly wants?: (path: string) => boolean
}

/**
 * Reads a zip archive. Writes nothing to disk, follows no links, and stops at the first limit. Validates the positions
 * of all entries before decompressing any. If two programs could interpret an entry differently, it is skipped and
 * recorded.
 */
export async function readZipArchive(
  packed: Buffer,
  { leadingFolders, wants }: ZipReading,
  sink: ArchiveSink,
): Promise<ArchiveEnd> {
  const structure = await structureOf(packed)
  if ('end' in structure) return structure
  const { members, firstUnlisted, strayBytes } = structure
  if (strayBytes > 0) sink.skip('(unnamed)', { code: 'stray-bytes', count: strayBytes })
  let limit: { readonly unread: string; readonly reached: ArchiveLimit } | undefined = firstUnlisted && {
    unread: firstUnlisted.fileNameRaw.toString('utf8'),
    reached: 'files',
  }
  let [files, unpackedBytes, packedBytes] = [0, 0, 0]
  for (const member of members) {
    const { fileNameRaw, uncompressedSize, compressedSize } = member.entry
    const name = fileNameRaw.toString('utf8')
    if (name.endsWith('/') && uncompressedSize === 0) continue
    const where = archivePath(name, leadingFolders)
    if ('path' in where && wants?.(where.path) === false) continue
    const refusal = refusalOfMember(member) ?? ('refusal' in where ? where.refusal : undefined)
    if (refusal !== undefined || !('path' in where)) {
      sink.skip(name, refusal ?? 'not-utf-8')
      continue
    }
    unpackedBytes += uncompressedSize
    packedBytes += compressedSize
    const reached = reachedLimit(unpackedBytes, packedBytes)
    if (reached !== undefined) {
      limit = { unread: name, reached }
      break
    }
    const content = contentOf(packed, member)
    if (Buffer.isBuffer(content)) {
      files += 1
      sink.keep(where.path, content)
    } else sink.skip(name, content)
  }
  if (limit !== undefined && files === 0) return { end: 'too-large', limit: limit.reached }
  if (limit !== undefined) sink.skip(limit.unread, { code: 'stopped', limit: limit.reached })
  return { end: 'read' }
}

async function structureOf(packed: Buffer): Promise<ZipStructure | ArchiveEnd> {
  try {
    return await readZipStructure(packed)
  } catch (error) {
    return { end: 'broken', problem: error instanceof BrokenZip ? error.problem : 'not-zip' }
  }
}

/** Returns an entry's bytes, or the reason for skipping it if its bytes contradict the directory. */
function contentOf(packed: Buffer, { entry, dataStart, end }: ZipMember): Buffer | SkipReason {
  const data = packed.subarray(dataStart, end)
  const isStored = entry.compressionMethod === 0
  try {
    const content = isStored ? data : inflateRawSync(data, { maxOutputLength: Math.max(1, entry.uncompressedSize) })
    if (content.length !== entry.uncompressedSize) return 'wrong-size'
    return crc32(content) === entry.crc32 ? content : 'wrong-checksum'
  } catch (error) {
    const isLonger = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isLonger ? 'wrong-size' : 'broken-data'
  }
}
