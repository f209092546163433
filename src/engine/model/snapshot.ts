import type { SourceIdentity } from './target.ts'

/** A file that was left out of a snapshot or of a detector's work, and why. */
export interface SkippedFile {
  readonly path: string
  readonly reason: string
  /** `service`: our time, network or machine was the cause. Absent: the content of the project. */
  readonly cause?: 'service'
}

/** What a snapshot does not hold, entry by entry. */
export interface LeftOutFiles {
  readonly entries: readonly (SkippedFile & {
    readonly isFolder?: true
    readonly isGap?: false
    /** Where a symbolic link leads, as it is written. */ readonly target?: string
  })[]
  /** Why the list ends early: a limit ended it. */
  readonly cut?: string
}

/** One regular file of a snapshot. */
export interface SnapshotFile {
  /** Path within the project, `/` as separator, never absolute, never with `..`. */
  readonly path: string
  /** Of `content`, in bytes. */
  readonly size: number
  /** May be read anew from a temporary file at each access: ask once, and keep it no longer than needed. */
  readonly content: Buffer
}

/**
 * The files of one immutable revision, read-only, in memory or in a temporary file that has no name.
 * Nothing of it is ever executed. Letting go of it frees what it holds; its files are unreadable then.
 */
export interface Snapshot extends AsyncDisposable {
  readonly source: SourceIdentity
  readonly files: ReadonlyMap<string, SnapshotFile>
  /** What could not be read for cause; a snapshot with any makes the scan partial. */
  readonly skipped: readonly SkippedFile[]
  /** What is left out by design and told without being a gap: symbolic links, pointers of Git LFS. */
  readonly notFollowed?: readonly SkippedFile[]
  /**
   * Every file and folder of `skipped` and `notFollowed`, which name the first ones only. Absent where a scan has no
   * baseline.
   */
  readonly leftOut?: LeftOutFiles
}

/** Sum of the sizes of a snapshot's files in bytes. */
export function snapshotBytes(snapshot: Snapshot): number {
  let bytes = 0
  for (const file of snapshot.files.values()) bytes += file.size
  return bytes
}
