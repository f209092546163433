import { setImmediate as turn } from 'node:timers/promises'
import { mayBeSource, sourceDialectOf } from '../analysis/source-dialect.ts'
import { sourceFileLimits } from '../analysis/source-file-limits.ts'
import type { Snapshot, SnapshotFile } from '../model/snapshot.ts'

export interface SourceFile {
  readonly file: SnapshotFile
  readonly dialect: string
  readonly isTooLarge: boolean
}

/** Number of bytes to hash before yielding to other work. Hashing them takes about 10 ms. */
const turnBytes = 16 * 1024 * 1024

/** Yields a snapshot's source files in order. */
export async function* sourceFilesOf(snapshot: Snapshot, signal: AbortSignal): AsyncIterable<SourceFile> {
  let bytes = 0
  for (const file of snapshot.files.values()) {
    if (!mayBeSource(file.path)) continue
    const dialect = sourceDialectOf(file)
    if (dialect !== undefined) yield { file, dialect, isTooLarge: file.size > sourceFileLimits.maxFileBytes }
    bytes += file.size
    if (bytes < turnBytes) continue
    bytes = 0
    await turn()
    signal.throwIfAborted()
  }
}
