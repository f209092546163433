import { deflateSync, inflateSync } from 'node:zlib'
import { z } from 'zod'
import { isManifestProblem } from './manifest-problems.ts'
import type { ManifestReading } from '../manifest-reader.ts'

/** A child's result for one manifest: its number of packages and its packed reading, or why it cannot be read. */
export const ManifestAnswer = z.union([
  z.object({ listed: z.int().nonnegative(), reading: z.base64() }),
  z.object({ unreadable: z.string().refine(isManifestProblem) }),
  /** An error of the reader, which is not the fault of the file. */
  z.object({ readerFailed: z.literal(true) }),
])
export type ManifestAnswer = z.infer<typeof ManifestAnswer>

/** Maximum size of one reading as JSON, as a child process can hold it. */
const maxBytes = 256 * 1024 * 1024

/** Packs a reading for the transfer between child processes. The parent never parses it. */
export const packReading = (reading: ManifestReading): Buffer => deflateSync(JSON.stringify(reading), { level: 1 })

/** Only for child processes, because the content comes from a possibly compromised child process. */
export function unpackReading(packed: Buffer): ManifestReading {
  const reading: ManifestReading = JSON.parse(inflateSync(packed, { maxOutputLength: maxBytes }).toString())
  return reading
}
