import { z } from 'zod'
import type { Isolation, PartReceiver } from '../../isolation/isolation.ts'
import { ScanFailure } from '../../model/failure.ts'
import { packageLimits } from '../package-limits.ts'
import type { ArchiveKind } from './archive-kinds.ts'
import { archivePath } from './archive-path.ts'
import { type ArchivedFiles, CollectedFiles } from './collected-files.ts'
import { ArchiveEnd, endSentence, SkipReason, skipSentence } from './skip-reason.ts'

export interface PackedArchive {
  /** What the archive is, for the start of a sentence. */
  readonly what: string
  readonly kind: ArchiveKind
  readonly packed: Buffer
}

/** Size above which an archive gets a child process of its own with higher limits. */
const largeBytes = 8 * 2 ** 20
const boundsOfLarge = { maxMemoryBytes: 900 * 2 ** 20, fileTimeoutMs: 30_000 }

/**
 * Unpacks an archive in a child process that has no access to the network, files, or secrets. This process does not
 * parse any byte of the archive. It receives paths, contents, and codes, and validates each of them. Nothing is written
 * to disk.
 *
 * @throws ScanFailure SOURCE_MALFORMED for an incomplete or contradictory archive, SOURCE_TOO_LARGE if a limit was
 * reached before anything was read
 */
export async function unpackArchive(
  isolation: Isolation,
  archive: PackedArchive,
  signal: AbortSignal,
): Promise<ArchivedFiles> {
  const earlier = lastUnpacking.get(isolation)
  const unpacking = (async () => {
    await earlier
    return unpackNow(isolation, archive, signal)
  })()
  lastUnpacking.set(
    isolation,
    unpacking.then(
      () => undefined,
      () => undefined,
    ),
  )
  return unpacking
}

/** Latest unpacking per scan. A scan's archives are unpacked one at a time so that they can share one child process. */
const lastUnpacking = new WeakMap<Isolation, Promise<void>>()

async function unpackNow(
  isolation: Isolation,
  { what, kind, packed }: PackedArchive,
  signal: AbortSignal,
): Promise<ArchivedFiles> {
  let collected = new CollectedFiles()
  const takeParts = () => {
    collected = new CollectedFiles()
    return receiverOf(collected)
  }
  await using work = isolation.open(signal, packed.length > largeBytes ? boundsOfLarge : undefined)
  for await (const outcome of work.run('unpack-archive', [{ path: kind, read: () => packed, takeParts }])) {
    if ('failure' in outcome) {
      if (outcome.cause === 'service') throw new Error(`${what} could not be unpacked: ${outcome.failure}`)
      throw new ScanFailure('SOURCE_MALFORMED', `${what} could not be unpacked: ${outcome.failure}.`)
    }
    const end = ArchiveEnd.safeParse(outcome.result).data
    if (end === undefined)
      throw new ScanFailure('SOURCE_MALFORMED', `${what} could not be unpacked: its parser returned an invalid result.`)
    if (end.end === 'broken') throw new ScanFailure('SOURCE_MALFORMED', `${what} ${endSentence(end)}`)
    if (end.end === 'too-large') throw new ScanFailure('SOURCE_TOO_LARGE', `${what} ${endSentence(end)}`)
    return collected
  }
  throw new Error('an archive was not unpacked')
}

const UnpackedPart = z.union([
  z.strictObject({ file: z.string().max(packageLimits.maxPathBytes) }),
  z.strictObject({ skipped: z.string().max(250), reason: SkipReason }),
])

/**
 * Maximum number of parts in an answer. Each tar entry has a header of 512 bytes, so an archive cannot contain more.
 */
const maxParts = packageLimits.maxUnpackedBytes / 512

/**
 * Returns a receiver that validates and adds each part of an answer. Throws for any part that an archive within the
 * limits cannot contain.
 */
function receiverOf(collected: CollectedFiles): PartReceiver {
  let [parts, files, bytes] = [0, 0, 0]
  return (head, content) => {
    const part = UnpackedPart.parse(head)
    parts += 1
    if ('skipped' in part) collected.skip(part.skipped, skipSentence(part.reason))
    else {
      const where = archivePath(part.file, 0)
      if (!('path' in where) || where.path !== part.file) throw new Error('a path is not safe')
      files += 1
      bytes += content.length
      if (content.length > packageLimits.maxFileBytes) throw new Error('a file is too large')
      collected.keep(part.file, content)
    }
    if (parts > maxParts || files > packageLimits.maxFiles || bytes > packageLimits.maxUnpackedBytes)
      throw new Error('an archive has more than the limits allow')
  }
}
