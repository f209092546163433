import type { SkippedFile, SnapshotFile } from '../../model/snapshot.ts'
import { foldedPath } from './archive-path.ts'
import { shownText } from '../shown-text.ts'

/** An archive's files and skipped entries. */
export interface ArchivedFiles {
  readonly files: ReadonlyMap<string, SnapshotFile>
  readonly skipped: readonly SkippedFile[]
}

/** Collects an archive's files in entry order. */
export class CollectedFiles implements ArchivedFiles {
  readonly files = new Map<string, SnapshotFile>()
  readonly skipped: SkippedFile[] = []
  readonly #firstWithFoldedPath = new Map<string, string>()

  /**
   * Adds a file. A later file replaces an earlier one with the same name, just as if the archive were unpacked to disk.
   */
  keep(path: string, content: Buffer): void {
    const earlier = this.files.get(path)
    if (earlier !== undefined && !earlier.content.equals(content))
      this.skip(path, 'the archive has several different files with this name; the last one was read')
    const folded = foldedPath(path)
    const collision = this.#firstWithFoldedPath.get(folded)
    if (collision === undefined) this.#firstWithFoldedPath.set(folded, path)
    else if (collision !== path && earlier === undefined)
      this.skip(path, `on case-insensitive systems, it is the same file as ${shownText(collision)}; both were read`)
    this.files.set(path, { path, size: content.length, content })
  }

  /** Records a skipped entry. The reason is the end of a sentence. */
  skip(path: string, reason: string): void {
    this.skipped.push({ path: shownText(path), reason })
  }
}
