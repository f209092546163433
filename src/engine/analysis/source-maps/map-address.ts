import { posix } from 'node:path'
import { sourceMapLimits } from './source-map-limits.ts'
import type { Snapshot, SnapshotFile } from '../../model/snapshot.ts'

/** A source map from a project file or from a data URL in the built file. */
export interface FoundSourceMap {
  /** Path of the map or of the built file. The sources are relative to it. */
  readonly path: string
  readonly read: () => Buffer
}

const mark = Buffer.from('sourceMappingURL=')
/** Characters that end a URL, and the number of trailing whitespace bytes that are skipped at the end of a file. */
const spaces = [0x20, 0x09, 0x0a, 0x0d] as const
const spaceBytes = 4_096

/** True if the name suggests compiler or bundler output. */
export const mayBeBuilt = (path: string): boolean => /\.[cm]?jsx?$/.test(path)

/**
 * Returns the source map named in the last `sourceMappingURL` comment of a built file (https://tc39.es/ecma426/,
 * "JavaScriptExtractSourceMapURL"). The map is a data URL or a file in the same snapshot, with a relative URL inside
 * the project. Undefined if there is no map or it is too large. Only whitespace may follow the comment, so only the end
 * of the file is searched.
 */
export function sourceMapOf(file: SnapshotFile, { files }: Pick<Snapshot, 'files'>): FoundSourceMap | undefined {
  if (!mayBeBuilt(file.path)) return undefined
  const { content } = file
  const end = endOfAddress(content)
  const start = startOfAddress(content, end)
  if (start === undefined) return undefined
  if (content.toString('latin1', start, start + 5) === 'data:')
    return { path: file.path, read: () => file.content.subarray(start, end) }
  const path =
    end - start > sourceMapLimits.maxUrlBytes ? undefined : pathOf(file.path, content.toString('utf8', start, end))
  const map = path === undefined ? undefined : files.get(path)
  return map && map.size <= sourceMapLimits.maxMapBytes ? { path: map.path, read: () => map.content } : undefined
}

/** Skips whitespace and the end of the comment after a URL. */
function endOfAddress(content: Buffer): number {
  const end = endOfText(content, content.length)
  return content.toString('latin1', Math.max(0, end - 2), end) === '*/' ? endOfText(content, end - 2) : end
}

function endOfText(content: Buffer, length: number): number {
  let end = length
  while (end > 0 && length - end < spaceBytes && (content[end - 1] ?? 0) <= 0x20) end -= 1
  return end
}

/**
 * Returns the position after the last comment that names a map, if only a URL follows it. If code follows, the comment
 * belongs to a file that was bundled into this one.
 */
function startOfAddress(content: Buffer, end: number): number | undefined {
  const from = Math.max(0, end - sourceMapLimits.maxMapBytes - mark.length)
  const found = content.subarray(from, end).lastIndexOf(mark)
  if (found < 0) return undefined
  const at = from + found
  const start = at + mark.length
  if (!/\/[/*][#@][ \t]*$/.test(content.toString('latin1', Math.max(0, at - 10), at))) return undefined
  const address = content.subarray(start, end)
  return spaces.some((space) => address.includes(space)) ? undefined : start
}

/** Resolves a URL to a project path. Undefined if it points elsewhere. */
function pathOf(builtPath: string, address: string): string | undefined {
  if (address === '' || /^(?:\/|[\w+.-]+:)/.test(address)) return undefined
  const path = posix.normalize(posix.join(posix.dirname(builtPath), decoded(address.replace(/[?#].*/s, ''))))
  return path.startsWith('../') ? undefined : path
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
