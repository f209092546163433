import { posix } from 'node:path'
import { sourceMapLimits } from './source-map-limits.ts'
import type { Snapshot, SnapshotFile } from '../../model/snapshot.ts'

/** A source map as it was found: bytes of a file of the project, or of the data URL in the built file itself. */
export interface FoundSourceMap {
  /** Against what its sources are resolved: its own path, or that of the built file. */
  readonly path: string
  readonly read: () => Buffer
}

const mark = Buffer.from('sourceMappingURL=')
/** What may end an address, and how much of it at the end of a file is passed over. */
const spaces = [0x20, 0x09, 0x0a, 0x0d] as const
const spaceBytes = 4_096

/** Whether a file is what compilers and bundlers write, by its name. */
export const mayBeBuilt = (path: string): boolean => /\.[cm]?jsx?$/.test(path)

/**
 * The map that a built file names in the last comment of that kind (https://tc39.es/ecma426/,
 * "JavaScriptExtractSourceMapURL"): a file of the same snapshot, by a relative address that does not lead out of the
 * project, or a data URL. Undefined where there is none, or it is too large. The comment is the last thing of its file
 * but for white space, so that little of a file is looked at.
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

/** White space and the end of its comment may follow an address. */
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
 * Behind the last comment that names a map, where nothing but an address follows. Else code comes after it: then it is
 * of a file that was put into this one.
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

/** An address as a path of the project; undefined where it is none. */
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
