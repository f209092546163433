import { deflateSync, inflateSync } from 'node:zlib'
import { z } from 'zod'
import type { ManifestReading } from '../manifest-reader.ts'

/**
 * What a child answers about one manifest: how many packages it lists and its packed reading, or why it cannot be read.
 */
export const ManifestAnswer = z.union([
  z.object({ listed: z.int().nonnegative(), reading: z.base64() }),
  z.object({ unreadable: z.string() }),
])
export type ManifestAnswer = z.infer<typeof ManifestAnswer>

/** Of one reading, as JSON: what a child with its bounds can hold. */
const maxBytes = 256 * 1024 * 1024

/** Packs a reading for its way from one child to another; the parent never parses it. */
export const packReading = (reading: ManifestReading): Buffer => deflateSync(JSON.stringify(reading), { level: 1 })

/** Only for children: what comes out is what a child that may be hostile has packed. */
export function unpackReading(packed: Buffer): ManifestReading {
  const reading: ManifestReading = JSON.parse(inflateSync(packed, { maxOutputLength: maxBytes }).toString())
  return reading
}
