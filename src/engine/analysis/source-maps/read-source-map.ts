import { FlattenMap, LEAST_UPPER_BOUND, originalPositionFor, type TraceMap } from '@jridgewell/trace-mapping'
import { z } from 'zod'
import { sourceMapLimits } from './source-map-limits.ts'
import { type BuiltPlace, type MapAnswer, unpackQuestion } from './map-question.ts'
import { originalPathOf } from './original-path.ts'

/** Placeholder for a source without a name. It is not a path. */
const unnamed = 'unnamed:'

// Source map fields that are read (https://tc39.es/ecma426/). The embedded source texts are ignored.
const Mappings = z
  .object({
    version: z.literal(3),
    sources: z.array(
      z
        .string()
        .nullable()
        .transform((source) => source || unnamed),
    ),
    sourceRoot: z
      .string()
      .nullish()
      .transform((root) => root ?? ''),
    mappings: z.string().regex(/^[A-Za-z\d+/,;]*$/),
  })
  .transform((map) => ({ ...map, names: [] }))
const Section = z.object({
  offset: z.object({ line: z.int().nonnegative().max(sourceMapLimits.maxLines), column: z.int().nonnegative() }),
  map: Mappings,
})
const SourceMap = z.union([
  z.object({ version: z.literal(3), sections: z.array(Section).max(sourceMapLimits.maxSections) }),
  Mappings,
])

/**
 * Resolves locations with one source map from a scanned project. Runs in a child process, because the map is untrusted.
 * Throws if the map is invalid. Omits lines beyond `sourceMapLimits.maxLines` and sources that cannot be displayed.
 */
export function readSourceMap({ content }: { readonly content: Buffer }): MapAnswer {
  const { mapPath, places, map } = unpackQuestion(content)
  const trace = new FlattenMap(SourceMap.parse(JSON.parse(textOf(map))))
  const shown = new Map<string, string | undefined>()
  const indexes = new Map<string, number>()
  const answers = places.map((place): [number, number] | null => {
    const { source, line } = positionOf(trace, place)
    if (typeof source !== 'string' || !Number.isInteger(line) || line < 1 || line > sourceMapLimits.maxLines)
      return null
    if (!shown.has(source)) shown.set(source, originalPathOf(source, mapPath))
    const path = shown.get(source)
    if (path === undefined) return null
    const index = indexes.get(path) ?? indexes.size
    indexes.set(path, index)
    return [index, line]
  })
  return { paths: [...indexes.keys()], places: answers }
}

/**
 * Uses the mapping at or before a location, or else the next one on its line. A statement may start before its first
 * mapped token.
 */
function positionOf(trace: TraceMap, { line, column = 1 }: BuiltPlace) {
  const needle = { line, column: column - 1 }
  const before = originalPositionFor(trace, needle)
  return before.source === null ? originalPositionFor(trace, { ...needle, bias: LEAST_UPPER_BOUND }) : before
}

/**
 * Returns a map's text, from a file or a data URL. Servers may prepend a line that prevents the map from being loaded
 * as a script.
 */
function textOf(map: Buffer): string {
  if (map.toString('latin1', 0, 5) !== 'data:')
    return map
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .replace(/^\)\]\}'[^\n]*\n/, '')
  const comma = map.indexOf(',')
  if (comma < 0) throw new Error('the data URL has no data')
  const data = map.toString('latin1', comma + 1)
  return map.toString('latin1', 0, comma).endsWith(';base64')
    ? Buffer.from(data, 'base64').toString('utf8')
    : decodeURIComponent(data)
}
