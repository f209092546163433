import type { SourceIdentity } from './target.ts'

/** A file skipped by a snapshot or a detector, with the reason. */
export interface SkippedFile {
  readonly path: string
  readonly reason: string
  /**
   * `service` if the service's time limit, network, or machine was the cause. Absent if the project's content was the
   * cause.
   */
  readonly cause?: 'service'
}

/** Entries that are missing from a snapshot. */
export interface LeftOutFiles {
  readonly entries: readonly (SkippedFile & {
    readonly isFolder?: true
    readonly isGap?: false
    /** Target of a symbolic link, as written. */ readonly target?: string
  })[]
  /** Reason why the list is incomplete: a limit was reached. */
  readonly cut?: string
}

export interface SnapshotFile {
  /** Path in the project with `/` as the separator. Never absolute and never with `..`. */
  readonly path: string
  /** Size of `content` in bytes. */
  readonly size: number
  /** Each access may read the content from a temporary file again. Access it once and release it soon. */
  readonly content: Buffer
}

/**
 * The files of one immutable revision, in memory or in an unnamed temporary file. They are read-only and never
 * executed. Disposing of the snapshot frees its storage; its files cannot be read afterwards.
 */
export interface Snapshot extends AsyncDisposable {
  readonly source: SourceIdentity
  readonly files: ReadonlyMap<string, SnapshotFile>
  /** Files that could not be read. Any such file makes the scan partial. */
  readonly skipped: readonly SkippedFile[]
  /** Symbolic links and Git LFS pointers, which are skipped by design. They are reported but are not a coverage gap. */
  readonly notFollowed?: readonly SkippedFile[]
  /** Commits of git submodules by path. Absent for sources without submodules. */
  readonly submodules?: ReadonlyMap<string, string>
  /**
   * All skipped files and folders, because `skipped` and `notFollowed` contain only the first ones. Absent if the scan
   * has no baseline.
   */
  readonly leftOut?: LeftOutFiles
  /** Restrictions on the program that unpacked the files, for `coverage.isolation`. Absent if no program did. */
  readonly bounds?: readonly string[]
}

/** Returns the total size of the files in bytes. */
export function snapshotBytes(snapshot: Snapshot): number {
  let bytes = 0
  for (const file of snapshot.files.values()) bytes += file.size
  return bytes
}
