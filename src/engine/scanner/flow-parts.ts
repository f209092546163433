import { taintLimits } from '../analysis/taint-limits.ts'
import type { SnapshotFile } from '../model/snapshot.ts'

/** Groups of project files that are analyzed together. */
export interface FlowParts {
  /** Files of each part, which is never empty. Each part is analyzed separately. */
  readonly parts: readonly (readonly SnapshotFile[])[]
  /** True if files that import each other had to be split across parts because of their total size. */
  readonly isDivided: boolean
}

export interface PartBounds {
  /** Maximum size of a part. */
  readonly maxPartBytes: number
  /** Maximum size of a part that combines unrelated files. */
  readonly maxLooseBytes: number
}

/**
 * Divides the analyzed files into parts that fit in the memory of one child process. Files connected by imports stay
 * together if they fit. Otherwise, they are split, and files near a taint source come first. `imports` maps project
 * files to their imports. Keeps the order of the files.
 */
export function flowParts(
  files: readonly SnapshotFile[],
  imports: ReadonlyMap<string, readonly string[]>,
  { maxPartBytes, maxLooseBytes }: PartBounds = taintLimits,
): FlowParts {
  if (sizeOf(files) <= maxPartBytes) return { parts: files.length === 0 ? [] : [files], isDivided: false }
  const open: { readonly files: SnapshotFile[]; bytes: number }[] = []
  let isDivided = false
  for (const connected of connectedFiles(files, imports)) {
    const bytes = sizeOf(connected)
    const place = open.find((part) => part.bytes + bytes <= maxLooseBytes)
    if (place) {
      place.files.push(...connected)
      place.bytes += bytes
      continue
    }
    const pieces = bytes > maxPartBytes ? piecesOf(connected, maxPartBytes) : [connected]
    isDivided ||= pieces.length > 1
    open.push(...pieces.map((piece) => ({ files: piece, bytes: sizeOf(piece) })))
  }
  return { parts: open.map((part) => part.files), isDivided }
}

const sizeOf = (files: readonly SnapshotFile[]) => files.reduce((sum, { size }) => sum + size, 0)

/** Groups files that are connected by imports. */
function connectedFiles(
  files: readonly SnapshotFile[],
  imports: ReadonlyMap<string, readonly string[]>,
): Iterable<SnapshotFile[]> {
  const places = new Map(files.map(({ path }, place) => [path, place]))
  const above = files.map((_file, place) => place)
  const root = (place: number): number => {
    let at = place
    while (above[at] !== at) at = above[at] = above[above[at] ?? 0] ?? 0
    return at
  }
  for (const [place, { path }] of files.entries()) {
    for (const target of imports.get(path) ?? []) {
      const other = places.get(target)
      if (other !== undefined) above[root(other)] = root(place)
    }
  }
  const groups = new Map<number, SnapshotFile[]>()
  for (const [place, file] of files.entries()) {
    const group = groups.get(root(place))
    if (group) group.push(file)
    else groups.set(root(place), [file])
  }
  return groups.values()
}

function piecesOf(files: readonly SnapshotFile[], maxPartBytes: number): SnapshotFile[][] {
  const pieces: SnapshotFile[][] = []
  let bytes = Infinity
  for (const file of files) {
    if (bytes + file.size > maxPartBytes) {
      pieces.push([])
      bytes = 0
    }
    pieces.at(-1)?.push(file)
    bytes += file.size
  }
  return pieces
}
