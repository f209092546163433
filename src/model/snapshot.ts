import type { SourceIdentity } from './target.ts'

/** A file that was left out of a snapshot or of a detector's work, and why. */
export interface SkippedFile {
  readonly path: string
  readonly reason: string
}

/** One regular file of a snapshot. */
export interface SnapshotFile {
  /** Path within the project, `/` as separator, never absolute, never with `..`. */
  readonly path: string
  readonly content: Buffer
}

/** The files of one immutable revision, read-only and in memory. Nothing of it is ever executed. */
export interface Snapshot {
  readonly source: SourceIdentity
  readonly files: ReadonlyMap<string, SnapshotFile>
  /** What could not be read for cause; a snapshot with any makes the scan partial. */
  readonly skipped: readonly SkippedFile[]
}

/** Sum of the sizes of a snapshot's files in bytes. */
export function snapshotBytes(snapshot: Snapshot): number {
  let bytes = 0
  for (const file of snapshot.files.values()) bytes += file.content.length
  return bytes
}
