import { z } from 'zod'
import { OriginalPlace } from '../../model/location.ts'

/**
 * A place of a built file; line and column count from 1, the column in UTF-16 units. Without a column it is the first
 * of its line that has a source.
 */
export interface BuiltPlace {
  readonly line: number
  readonly column?: number | undefined
}

/** What a child is asked: the map of one built file, and places of that file. */
export interface MapQuestion {
  readonly mapPath: string
  readonly places: readonly BuiltPlace[]
  readonly map: Buffer
}

/** The original of each place, in their order; null where none is known. Paths stand once. */
export const MapAnswer = z.object({
  paths: z.array(OriginalPlace.shape.path),
  places: z.array(z.tuple([z.int().nonnegative(), OriginalPlace.shape.line]).nullable()),
})
export type MapAnswer = z.infer<typeof MapAnswer>

const Head = z.object({
  mapPath: z.string(),
  places: z.array(z.tuple([z.int().positive(), z.int().positive().nullable()])),
})

const width = 4

/** One content of it all: the length of the head (4 bytes, big-endian), the head as JSON, then the map. */
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

/** Throws where the content is not what `packQuestion` made. */
export function unpackQuestion(content: Buffer): MapQuestion {
  const start = width + content.readUInt32BE()
  const { mapPath, places } = Head.parse(JSON.parse(content.toString('utf8', width, start)))
  return {
    mapPath,
    places: places.map(([line, column]) => ({ line, ...(column !== null && { column }) })),
    map: content.subarray(start),
  }
}
