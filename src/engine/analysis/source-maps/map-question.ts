import { z } from 'zod'
import { isOriginalPath } from './original-path.ts'
import { sourceMapLimits } from './source-map-limits.ts'

/**
 * Location in a built file. Line and column start at 1, and the column is in UTF-16 code units. If the column is
 * absent, the first mapped location on the line is used.
 */
export interface BuiltPlace {
  readonly line: number
  readonly column?: number | undefined
}

/** Request to a child process: one built file's map, and locations in that file. */
export interface MapQuestion {
  readonly mapPath: string
  readonly places: readonly BuiltPlace[]
  readonly map: Buffer
}

/** Original location for each requested one, in the same order; null if unknown. Paths are deduplicated. */
export const MapAnswer = z.object({
  paths: z.array(z.string().refine(isOriginalPath)),
  places: z.array(z.tuple([z.int().nonnegative(), z.int().positive().max(sourceMapLimits.maxLines)]).nullable()),
})
export type MapAnswer = z.infer<typeof MapAnswer>

const Head = z.object({
  mapPath: z.string(),
  places: z.array(z.tuple([z.int().positive(), z.int().positive().nullable()])),
})

const width = 4

/** Serializes a request: the header length (4 bytes, big-endian), the header as JSON, and the map. */
export function packQuestion({ mapPath, places, map }: MapQuestion): Buffer {
  const head = Buffer.from(
    JSON.stringify({ mapPath, places: places.map(({ line, column }) => [line, column ?? null]) } satisfies z.input<
      typeof Head
    >),
  )
  const length = Buffer.alloc(width)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, map])
}

/** Throws if `packQuestion` did not create the content. */
export function unpackQuestion(content: Buffer): MapQuestion {
  const start = width + content.readUInt32BE()
  const { mapPath, places } = Head.parse(JSON.parse(content.toString('utf8', width, start)))
  return {
    mapPath,
    places: places.map(([line, column]) => ({ line, ...(column !== null && { column }) })),
    map: content.subarray(start),
  }
}
