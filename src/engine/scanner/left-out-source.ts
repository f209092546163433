import { sourceFileLimits } from '../analysis/source-file-limits.ts'
import type { CodeCoverage } from '../model/source-coverage.ts'
import type { SkippedFile } from '../model/snapshot.ts'
import { sourcePathClass } from './source-path-class.ts'

/** Collects the source files that could not be analyzed, and decides which of them are coverage gaps. */
export class LeftOutSource {
  readonly #skipped: SkippedFile[] = []
  readonly #setAside: SkippedFile[] = []

  /**
   * Adds a file that is not text, is not in its expected language, or is too large. This is a gap, unless the file is
   * in the class `aside` (see `sourcePathClass`) and the project does not import it.
   */
  addUnreadable(file: SkippedFile): void {
    ;(sourcePathClass(file.path) === 'aside' ? this.#setAside : this.#skipped).push(file)
  }

  /**
   * Adds a file that crashed its parser or was not read in time. This is always a gap, because an attacker may have
   * crafted the file to cause the failure.
   */
  addUnfinished(file: SkippedFile): void {
    this.#skipped.push(file)
  }

  /** Paths that are gaps only if project code imports them. */
  get setAside(): readonly string[] {
    return this.#setAside.map(({ path }) => path)
  }

  /** Returns all source files that are gaps. `coverage` names only the first ones. */
  gaps(imported: ReadonlySet<string> = new Set()): readonly SkippedFile[] {
    return [...this.#skipped, ...this.#setAside.filter(({ path }) => imported.has(path))]
  }

  /**
   * Returns the skipped files for the coverage report.
   *
   * @param imported `aside` files that project code imports, see `importedAside`
   */
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
