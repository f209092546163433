import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { tryLock } from '../../advisories/file-store/exclusive-lock.ts'
import { sourceFileLimits } from '../../analysis/source-file-limits.ts'
import { ResultSegment } from './result-segment.ts'
import { SegmentWriter } from './segment-writer.ts'

export const segmentSuffix = '.segment'
export const unfinishedSegmentSuffix = '.unfinished'

/** Segments smaller than this are merged. */
const smallBytes = 16 * 1024 * 1024
/**
 * Number of small segments that triggers a merge. If there are more, opening them all is slower than opening one large
 * segment.
 */
const maxSmallSegments = 12
const dayMs = 24 * 60 * 60_000

interface SegmentFile {
  readonly name: string
  readonly path: string
  readonly bytes: number
  readonly usedAt: number
}

/**
 * Merges the small segments of an engine version. Removes segments that have not been used for a long time or that
 * exceed the size limit. Does nothing if another process is already doing this.
 */
export function tidySegments(
  folder: string,
  options: {
    readonly version: string
    readonly maxBytes: number
    readonly newPath: () => { path: string; unfinished: string }
  },
): void {
  using lock = tryLock(join(folder, 'lock'))
  if (!lock) return
  const files = filesIn(folder)
  const now = Date.now()
  // Left behind by a killed process: a running process would have written to the file recently.
  for (const { path, usedAt } of files.filter(({ name }) => name.endsWith(unfinishedSegmentSuffix)))
    if (now - usedAt > dayMs) rmSync(path, { force: true })
  const segments = files.filter(({ name }) => name.endsWith(segmentSuffix))
  const kept = removeUnused(segments, now, options.maxBytes)
  const small = kept.filter(({ name, bytes }) => name.startsWith(options.version) && bytes < smallBytes)
  if (small.length > maxSmallSegments) mergeSegments(small, options.newPath())
}

/**
 * Removes segments that have not been used for a long time. If the remaining segments exceed the limit, also removes
 * the least recently used ones.
 */
function removeUnused(segments: readonly SegmentFile[], now: number, maxBytes: number): readonly SegmentFile[] {
  let bytes = 0
  return [...segments]
    .sort((a, b) => b.usedAt - a.usedAt)
    .filter((segment) => {
      bytes += segment.bytes
      const isKept = bytes <= maxBytes && now - segment.usedAt < sourceFileLimits.resultRetentionDays * dayMs
      if (!isKept) rmSync(segment.path, { force: true })
      return isKept
    })
}

function mergeSegments(
  files: readonly SegmentFile[],
  { path, unfinished }: { path: string; unfinished: string },
): void {
  using writer = new SegmentWriter(path, unfinished)
  for (const file of files) {
    using segment = ResultSegment.open(file.path)
    for (const [name, payload] of segment?.entries() ?? []) writer.add(name, payload)
  }
  if (!writer.isEmpty) writer.publish()
  for (const file of files) rmSync(file.path, { force: true })
}

function filesIn(folder: string): SegmentFile[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile() ? [{ name, path, bytes: found.size, usedAt: found.mtimeMs }] : []
  })
}
