import { deflateSync, inflateSync } from 'node:zlib'
import { z } from 'zod'
import { type FileReason, isFileReason } from '../reasons/file-reasons.ts'
import type { ManifestReading } from '../manifest-reader.ts'

/**
 * A child's result for one manifest: the number of packages and the packed reading, or why the manifest cannot be read.
 */
export const ManifestAnswer = z.union([
  z.object({ listed: z.int().nonnegative(), reading: z.base64() }),
  z.object({ unreadable: z.custom<FileReason>(isFileReason) }),
  /** Set if the reader has a bug, as opposed to a problem with the file. */
  z.object({ readerFailed: z.literal(true) }),
])
export type ManifestAnswer = z.infer<typeof ManifestAnswer>

/** Maximum size of a reading, as JSON, that a child process can hold. */
const maxBytes = 256 * 1024 * 1024

/** Packs a reading for the transfer between child processes. The parent never parses it. */
export const packReading = (reading: ManifestReading): Buffer => deflateSync(JSON.stringify(reading), { level: 1 })

/**
 * Unpacks a reading. Only child processes may call this, because the content comes from a child that may be
 * compromised.
 */
export function unpackReading(packed: Buffer): ManifestReading {
  const reading: ManifestReading = JSON.parse(inflateSync(packed, { maxOutputLength: maxBytes }).toString())
  return reading
}
