import { type Introduction, maxEntryLines } from '../../model/component.ts'
import type { ManifestReading } from '../manifest-reader.ts'

/**
 * Returns the lines of each entry in a file: from its own line to the line before the next entry, at most
 * `maxEntryLines`. Empty for an entry without a line number. O(n log n) in the number of entries.
 */
export function entryLines({
  packages,
  requests,
}: ManifestReading): (listed: { readonly line?: number }) => Pick<Introduction, 'endLine' | 'line'> {
  const starts = [...new Set([...packages, ...requests].flatMap(({ line }) => line ?? []))].sort((a, b) => a - b)
  const ends = new Map(
    starts.map((start, index) => [start, Math.min((starts[index + 1] ?? Infinity) - 1, start + maxEntryLines - 1)]),
  )
  return ({ line }) => (line === undefined ? {} : { line, endLine: ends.get(line) ?? line })
}
