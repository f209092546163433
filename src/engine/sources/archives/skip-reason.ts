import { z } from 'zod'
import { packageLimits } from '../package-limits.ts'

/** Limit for the whole archive that stopped the reader. */
export const ArchiveLimit = z.enum(['bytes', 'files', 'ratio'])
export type ArchiveLimit = z.output<typeof ArchiveLimit>

const MiB = 2 ** 20

/** Phrases that state which limit an archive exceeds, as ends of sentences. */
const limitSentences: Readonly<Record<ArchiveLimit, string>> = {
  bytes: `unpacks to more than ${packageLimits.maxUnpackedBytes / MiB} MiB`,
  files: `has more than ${packageLimits.maxFiles} files`,
  ratio: `unpacks to more than ${packageLimits.maxUnpackRatio} times its size`,
}

/** Reasons without parameters, as ends of sentences about an entry. */
const plainReasons = {
  'absolute-path': 'its name is an absolute path',
  backslash: 'its name contains a backslash',
  'broken-data': 'its compressed data is broken',
  device: 'it is a device',
  'drive-letter': 'its name starts with a drive letter',
  encrypted: 'it is encrypted',
  'folder-with-content': 'it is a folder with content',
  'hard-link': 'it is a hard link',
  'large-header': 'its extended header is too large',
  'long-name': `its name is longer than ${packageLimits.maxPathBytes} bytes`,
  'named-pipe': 'it is a named pipe',
  'not-regular': 'it is not a regular file',
  'not-utf-8': 'its name is not valid UTF-8',
  'nul-character': 'its name contains a NUL character',
  'other-local-header': 'its local header does not match the archive directory',
  'other-local-name': 'its local header has another name',
  'outside-archive': 'its path points outside the archive',
  'outside-top-folder': 'it is outside the top-level folder of the archive',
  'symbolic-link': 'it is a symbolic link',
  'too-large': `it is larger than ${packageLimits.maxFileBytes / MiB} MiB`,
  'two-names': 'it has two names',
  'wrong-checksum': 'its checksum is wrong',
  'wrong-size': 'its size does not match the size in the archive',
} as const
type PlainReason = keyof typeof plainReasons

const isPlain = (code: string): code is PlainReason => Object.hasOwn(plainReasons, code)
const Count = z.int().nonnegative()

/**
 * Reason for skipping an archive entry. The child process sends a code and numbers instead of text, so a compromised
 * child cannot write sentences into reports.
 */
export const SkipReason = z.union([
  z.string().refine(isPlain),
  z.strictObject({ code: z.literal('broken-headers'), count: Count }),
  z.strictObject({ code: z.literal('stopped'), limit: ArchiveLimit }),
  z.strictObject({ code: z.literal('stray-bytes'), count: Count }),
  z.strictObject({ code: z.literal('unknown-compression'), method: Count }),
  z.strictObject({ code: z.literal('unknown-type'), type: z.string().regex(/^[\w ]{0,20}$/) }),
])
export type SkipReason = z.output<typeof SkipReason>

/** Returns the reason as the end of a sentence. */
export function skipSentence(reason: SkipReason): string {
  if (typeof reason === 'string') return plainReasons[reason]
  switch (reason.code) {
    case 'broken-headers':
      return `the archive has ${reason.count} broken headers`
    case 'stopped':
      return `reading stopped here: the archive ${limitSentences[reason.limit]}`
    case 'stray-bytes':
      return `the archive contains ${reason.count} bytes outside its entries`
    case 'unknown-compression':
      return `its compression method (${reason.method}) is unknown`
    case 'unknown-type':
      return `its type (${reason.type}) is unknown`
  }
}

/** Reasons for rejecting a whole archive, as ends of sentences about it. */
const problems = {
  'compressed-twice': 'is compressed twice',
  'not-gzipped-tar': 'is not a complete gzipped tar archive',
  'not-tar': 'is not a complete tar archive',
  'not-zip': 'is not a complete zip archive',
  'zip-directory-end': 'does not end where its directory states',
  'zip-end-record': 'has an end record that does not match its directory',
  'zip-overlap': 'has entries that overlap',
} as const
export type BrokenArchive = keyof typeof problems

const isBroken = (code: string): code is BrokenArchive => Object.hasOwn(problems, code)

/** Result of reading an archive: either it was read, it is broken, or a limit was reached before the first file. */
export const ArchiveEnd = z.union([
  z.strictObject({ end: z.literal('read') }),
  z.strictObject({ end: z.literal('broken'), problem: z.string().refine(isBroken) }),
  z.strictObject({ end: z.literal('too-large'), limit: ArchiveLimit }),
])
export type ArchiveEnd = z.output<typeof ArchiveEnd>

/** Explains why nothing was read, as the end of a sentence with its period. */
export function endSentence(end: Exclude<ArchiveEnd, { end: 'read' }>): string {
  return end.end === 'broken' ? `${problems[end.problem]}.` : `${limitSentences[end.limit]}. Assay read none of it.`
}
