import { sourceFileLimits } from '../analysis/source-file-limits.ts'
import type { CodeCoverage } from '../model/source-coverage.ts'
import type { SkippedFile } from '../model/snapshot.ts'
import { sourcePathClass } from './source-path-class.ts'

/** Collects the source files that could not be analyzed, and decides which of them are gaps. */
export class LeftOutSource {
  readonly #skipped: SkippedFile[] = []
  readonly #setAside: SkippedFile[] = []

  /**
   * A file that is not text, not in its language, or too large. A gap unless it is of the class `aside` (see
   * `sourcePathClass`) and the project does not import it.
   */
  addUnreadable(file: SkippedFile): void {
    ;(sourcePathClass(file.path) === 'aside' ? this.#setAside : this.#skipped).push(file)
  }

  /**
   * A file that crashed its parser, or that was not read in time. Always a gap, because it may have been crafted for
   * that.
   */
  addUnfinished(file: SkippedFile): void {
    this.#skipped.push(file)
  }

  /** Paths that are gaps only if code of the project imports them. */
  get setAside(): readonly string[] {
    return this.#setAside.map(({ path }) => path)
  }

  /** Every source file that is a gap. `coverage` names only the first ones. */
  gaps(imported: ReadonlySet<string> = new Set()): readonly SkippedFile[] {
    return [...this.#skipped, ...this.#setAside.filter(({ path }) => imported.has(path))]
  }

  /** `imported`: files of the class `aside` that code of the project imports; see `importedAside`. */
  coverage(imported: ReadonlySet<string> = new Set()): Pick<CodeCoverage, 'skipped' | 'setAside'> {
    const used = this.#setAside
      .filter(({ path }) => imported.has(path))
      .map(({ path, reason }) => ({ path, reason: `${reason}, and the project imports or starts it` }))
    return {
      skipped: listed([...this.#skipped, ...used]),
      setAside: listed(this.#setAside.filter(({ path }) => !imported.has(path))),
    }
  }
}

function listed(files: SkippedFile[]): CodeCoverage['skipped'] {
  const ordered = files.sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    total: files.length,
    files: ordered.slice(0, sourceFileLimits.maxFilesNamed).map(({ path, reason }) => ({ path, reason })),
  }
}
