import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { packageLimits } from '../package-limits.ts'
import type { BrokenArchive, SkipReason } from './skip-reason.ts'

/** Directory entry in a zip archive, with the position of its bytes. */
export interface ZipMember {
  readonly entry: Entry
  /** Position of the local header. */
  readonly start: number
  readonly dataStart: number
  readonly end: number
  /** How the local header contradicts the directory. Undefined if they agree. */
  readonly contradiction: SkipReason | undefined
}

export interface ZipStructure {
  /** Entries in directory order, up to `packageLimits.maxFiles`. */
  readonly members: readonly ZipMember[]
  /** First entry beyond the limit, if any. */
  readonly firstUnlisted: Entry | undefined
  /** Number of bytes before the directory that do not belong to any entry. */
  readonly strayBytes: number
}

/** Thrown if parts of the archive overlap or contradict each other. */
export class BrokenZip extends Error {
  override readonly name = 'BrokenZip'
  readonly problem: BrokenArchive

  constructor(problem: BrokenArchive) {
    super(problem)
    this.problem = problem
  }
}

/**
 * Parses a zip archive's directory and the local header of each entry, without decompressing anything.
 *
 * @throws BrokenZip if two programs could see different files. Rethrows yauzl's errors for a file that is not a zip
 * archive.
 */
export async function readZipStructure(packed: Buffer): Promise<ZipStructure> {
  const zip = await fromBufferPromise(packed, { decodeStrings: false })
  const directoryStart = cursorOf(zip)
  const members: ZipMember[] = []
  for await (const entry of zip.eachEntry()) {
    if (members.length === packageLimits.maxFiles) {
      strayBytesBetween(members, directoryStart)
      return { members, firstUnlisted: entry, strayBytes: 0 }
    }
    members.push(await locateMember(zip, entry))
  }
  refuseContradictingEnd(packed, zip, { start: directoryStart, end: cursorOf(zip) })
  return { members, firstUnlisted: undefined, strayBytes: strayBytesBetween(members, directoryStart) }
}

/**
 * Returns the position in the directory that yauzl reads next. It is a number, although yauzl declares a different
 * type.
 */
const cursorOf = (zip: ZipFile): number => Number(zip.readEntryCursor)

/**
 * Reports whether bit 3 of the flags is set. If so, the sizes and checksum follow the data and take 12 to 24 bytes
 * (APPNOTE 4.3.9).
 */
const hasDescriptor = ({ generalPurposeBitFlag }: { readonly generalPurposeBitFlag: number }): boolean =>
  (generalPurposeBitFlag & 0x08) !== 0
const maxDescriptorLength = 24
/** Value of a 32-bit field if the actual value is in a zip64 field. */
const deferred = 0xffffffff

const differs = (stated: number, actual: number) => stated !== actual && stated !== deferred

async function locateMember(zip: ZipFile, entry: Entry): Promise<ZipMember> {
  const local = await zip.readLocalFileHeaderPromise(entry)
  const isOtherContent =
    local.compressionMethod !== entry.compressionMethod ||
    (!hasDescriptor(local) &&
      (local.crc32 !== entry.crc32 ||
        differs(local.compressedSize, entry.compressedSize) ||
        differs(local.uncompressedSize, entry.uncompressedSize)))
  const isOtherName = !local.fileName.equals(entry.fileNameRaw)
  return {
    entry,
    start: entry.relativeOffsetOfLocalHeader,
    dataStart: local.fileDataStart,
    end: local.fileDataStart + entry.compressedSize,
    contradiction: isOtherName ? 'other-local-name' : isOtherContent ? 'other-local-header' : undefined,
  }
}

const endRecordBytes = 22
const zip64LocatorBytes = 20
const zip64LocatorSignature = 0x07064b50

/** Throws if the end record has an incorrect count or position (APPNOTE 4.3.14 to 4.3.16). */
function refuseContradictingEnd(
  packed: Buffer,
  { entryCount, comment }: ZipFile,
  directory: { readonly start: number; readonly end: number },
): void {
  const endRecord = packed.length - endRecordBytes - comment.length
  const locator = endRecord - zip64LocatorBytes
  const isZip64 = locator >= 0 && packed.readUInt32LE(locator) === zip64LocatorSignature
  const directoryEnd = isZip64 ? Number(packed.readBigUInt64LE(locator + 8)) : endRecord
  const isFull = !isZip64 || directoryEnd + 12 + Number(packed.readBigUInt64LE(directoryEnd + 4)) === locator
  if (directory.end !== directoryEnd || !isFull) throw new BrokenZip('zip-directory-end')
  const stated = [
    [packed.readUInt16LE(endRecord + 8), entryCount, 0xffff],
    [packed.readUInt16LE(endRecord + 10), entryCount, 0xffff],
    [packed.readUInt32LE(endRecord + 12), directory.end - directory.start, deferred],
    [packed.readUInt32LE(endRecord + 16), directory.start, deferred],
  ] as const
  // yauzl uses the zip64 record whenever it exists. Other programs use it only if the old record refers to it.
  if (stated.some(([value, actual, deferring]) => value !== actual && !(isZip64 && value === deferring)))
    throw new BrokenZip('zip-end-record')
}

/**
 * Counts the bytes that do not belong to any entry. Throws if entries share bytes, because such archives can expand
 * from kilobytes to petabytes.
 */
function strayBytesBetween(members: readonly ZipMember[], directoryStart: number): number {
  let [end, slack, strayBytes] = [0, 0, 0]
  const place = (start: number) => {
    if (start < end) throw new BrokenZip('zip-overlap')
    if (start - end > slack) strayBytes += start - end
  }
  for (const member of [...members].sort((a, b) => a.start - b.start)) {
    place(member.start)
    end = member.end
    slack = hasDescriptor(member.entry) ? maxDescriptorLength : 0
  }
  place(directoryStart)
  return strayBytes
}
