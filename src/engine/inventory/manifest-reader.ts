import type { Installation } from './installation.ts'
import type { Ecosystem } from '../model/component.ts'
import type { Distribution } from '../model/distribution.ts'
import type { License } from '../model/license.ts'
import type { DependencyReason } from './reasons/dependency-reasons.ts'
import type { ParsedTexts } from './parsed-texts.ts'
import type { WorkBudget } from './work-budget.ts'

/** A manifest or lockfile, as passed to a reader. */
export interface ManifestFile {
  /** Path in the project, separated by `/`. */
  readonly path: string
  readonly text: string
  /**
   * Returns the text of another project file, given its path relative to this folder (`../base.txt`). Returns undefined
   * if the file does not exist, is not text, or is outside the project.
   */
  sibling(relativePath: string): string | undefined
  /**
   * Reports whether the project has a file at a path relative to this folder. If this method is absent, callers use
   * `sibling`.
   */
  holds?(relativePath: string): boolean
  /**
   * Returns the folders, relative to this one, that match workspace patterns (`packages/*`, `!packages/old`) and
   * contain a file with the given name. Absent if only a single file is read.
   */
  membersOf?(patterns: readonly string[], manifestName: string): readonly string[]
  /** Cache of parsed files in the same project. Absent if only a single file is read. */
  readonly parsed?: ParsedTexts
  /** Work budget for reading the file. If absent, the budget depends on the length of the file. */
  readonly work?: WorkBudget
}

/** Package version listed in a file. */
export interface ListedPackage {
  /** Name in the ecosystem's notation: `@scope/name`, `group:artifact`, `github.com/a/b`. */
  readonly name: string
  readonly version: string
  /** Defaults to the reader's ecosystem. */
  readonly ecosystem?: Ecosystem
  /** Unique key among the packages in the file. Defaults to `name@version`. */
  readonly key?: string
  /** True if the project itself requires the package. Absent if the file does not say. */
  readonly direct?: boolean
  /** True if the package is only needed for development. */
  readonly dev: boolean
  /** Groups in the format's own terms, such as `dev`, `optional`, `test`, or an extra. Empty for the main group. */
  readonly groups: readonly string[]
  /** Keys of its dependencies, if the file lists them. */
  readonly requires?: readonly string[]
  /** Line in the file, starting at 1. */
  readonly line?: number
  /** Absent if the file does not state a license. */
  readonly license?: License
  /** Present for distribution packages whose release is known. */
  readonly distribution?: Distribution
}

/** A requirement without a resolved version. */
export interface ListedRequest {
  readonly name: string
  readonly ecosystem?: Ecosystem
  /** Requested range, tag, or URL, as written in the file. */
  readonly requested: string
  readonly dev: boolean
  readonly groups: readonly string[]
  /** Why there is no version. */
  readonly reason: DependencyReason
  /** Key that other packages use in `requires`. Absent if the file contains no graph. */
  readonly key?: string
  /** Keys of its dependencies, whose versions are known although the version of this package is not. */
  readonly requires?: readonly string[]
  readonly line?: number
}

/** Project that declares dependencies: the project that the file belongs to, or a member of its workspace. */
export interface ListedRoot {
  /** Folder relative to the file's folder. Empty if they are the same. */
  readonly folder: string
  readonly name?: string
  readonly version?: string
  /** Keys of its direct dependencies. */
  readonly requires: readonly string[]
  /** Keys of its development dependencies, if the file distinguishes them. */
  readonly forDevelopment?: readonly string[]
}

/** Result of reading a manifest or lockfile. */
export interface ManifestReading {
  /** The project's own name and version, if the file states them. */
  readonly project?: { readonly name: string; readonly version?: string }
  readonly packages: readonly ListedPackage[]
  readonly requests: readonly ListedRequest[]
  /**
   * Starting points of dependency paths, if the file contains a graph. If absent, the only root is a project that
   * requires every package marked as `direct`.
   */
  readonly roots?: readonly ListedRoot[]
  /** Folders of workspace members that this lockfile also covers, relative to the file's folder. */
  readonly workspaces?: readonly string[]
  /** What an installer would resolve from this file if no lockfile covered it. */
  readonly installations?: readonly Installation[]
}

/**
 * Reader for one file format. A `lockfile` contains exact versions. A `manifest` contains requirements, and counts only
 * if no lockfile of its ecosystem covers its folder.
 */
export interface ManifestReader {
  /** ID of the reader, which is the file name of its module. */
  readonly id: string
  readonly ecosystem: Ecosystem
  readonly kind: 'lockfile' | 'manifest'
  /**
   * True for a manifest that is installed by itself, regardless of lockfiles next to it, as with `pip install -r
   * requirements.txt`. Such an installation contains exactly the listed packages. If every entry has a version, as in
   * the output of `pip freeze` and `pip-compile`, the file is considered complete.
   */
  readonly isInstalledByItself?: true
  /**
   * True for a file that is installed separately from the surrounding project, such as a script with its own
   * dependencies. Other files in its folder do not affect it, and lockfiles for the folder do not cover it. A
   * standalone lockfile covers one file, which is determined by its reader.
   */
  readonly standsAlone?: true
  /**
   * String that every file in this format contains. If this is a list, every file contains at least one of the strings.
   * A file that lacks them has a different format. Absent if the path is enough to identify the format.
   */
  readonly signature?: string | readonly string[]
  /** Human-readable file names, such as `package-lock.json`. */
  readonly names: readonly string[]
  /** Reports whether a project file with this path has this format. */
  reads(path: string): boolean
  /**
   * Reads a file without side effects. Takes linear time in the text that it reads, up to a logarithmic factor. The
   * steps are charged to the file's budget. Throws UnreadableManifest if the format differs or the budget is exceeded.
   * Invalid entries are returned as `requests`.
   */
  read(file: ManifestFile): ManifestReading
}
