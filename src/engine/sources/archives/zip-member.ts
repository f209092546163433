import { isUtf8 } from 'node:buffer'
import { crc32 } from 'node:zlib'
import type { Entry } from 'yauzl'
import { packageLimits } from '../package-limits.ts'
import type { SkipReason } from './skip-reason.ts'
import type { ZipMember } from './zip-structure.ts'

const encryptedFlag = 0x01
/**
 * ID of the Info-ZIP extra field that stores a UTF-8 name (APPNOTE 4.6.9). Some programs use this name instead of the
 * one in the header.
 */
const unicodePathField = 0x7075
/** POSIX file types, stored in the upper half of the external attributes. */
const fileTypes = { mask: 0o170000, unstated: 0, regular: 0o100000, link: 0o120000 } as const

/** Returns the reason for skipping an entry, or undefined if it can be read. */
export function refusalOfMember({ entry, contradiction }: ZipMember): SkipReason | undefined {
  const type = (entry.externalFileAttributes >>> 16) & fileTypes.mask
  if (type === fileTypes.link) return 'symbolic-link'
  if (entry.fileNameRaw.at(-1) === 0x2f) return 'folder-with-content'
  if (type !== fileTypes.regular && type !== fileTypes.unstated) return 'not-regular'
  if (!isUtf8(entry.fileNameRaw)) return 'not-utf-8'
  if (hasOtherName(entry)) return 'two-names'
  if ((entry.generalPurposeBitFlag & encryptedFlag) !== 0) return 'encrypted'
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    return { code: 'unknown-compression', method: entry.compressionMethod }
  if (entry.uncompressedSize > packageLimits.maxFileBytes) return 'too-large'
  return contradiction
}

/**
 * Reports whether the extra field holds a valid UTF-8 name that differs from the name in the header. It is valid only
 * if its checksum matches the header's name.
 */
function hasOtherName({ extraFields, fileNameRaw }: Entry): boolean {
  return extraFields.some(
    ({ id, data }) =>
      id === unicodePathField &&
      data.length > 5 &&
      data.readUInt32LE(1) === crc32(fileNameRaw) &&
      !data.subarray(5).equals(fileNameRaw),
  )
}
