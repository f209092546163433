import type { Installation } from './installation.ts'
import type { Ecosystem } from '../model/component.ts'
import type { Distribution } from '../model/distribution.ts'
import type { License } from '../model/license.ts'
import type { ParsedTexts } from './parsed-texts.ts'
import type { WorkBudget } from './work-budget.ts'

/** A file that lists packages, as input of a reader. */
export interface ManifestFile {
  /** Path in the project, with `/` as separator. */
  readonly path: string
  readonly text: string
  /**
   * The text of another file of the project by its path relative to this folder (`../base.txt`). Undefined if it does
   * not exist, is not text, or is outside the project.
   */
  sibling(relativePath: string): string | undefined
  /** Whether the project has a file at a path relative to this folder. Without it, `sibling` decides. */
  holds?(relativePath: string): boolean
  /**
   * Folders, relative to this one, that match workspace patterns (`packages/*`, `!packages/old`) and contain a file
   * with the given name. Absent for a single file.
   */
  membersOf?(patterns: readonly string[], manifestName: string): readonly string[]
  /** Parsed related files of the same project. Absent for a single file. */
  readonly parsed?: ParsedTexts
  /** Budget for reading the file. Absent for a budget based on its length. */
  readonly work?: WorkBudget
}

/** A package version in a file. */
export interface ListedPackage {
  /** In the ecosystem's notation: `@scope/name`, `group:artifact`, `github.com/a/b`. */
  readonly name: string
  readonly version: string
  /** Absent for the ecosystem of the reader. */
  readonly ecosystem?: Ecosystem
  /** Distinguishes it from other packages of the same file. Absent for `name@version`. */
  readonly key?: string
  /** Whether the project itself requests it. Absent if the file does not contain this information. */
  readonly direct?: boolean
  /** Required only for development of the project. */
  readonly dev: boolean
  /** Groups in the format's own terms: `dev`, `optional`, `test`, an extra. Empty for the main group. */
  readonly groups: readonly string[]
  /** Keys of its dependencies, if the file contains them. */
  readonly requires?: readonly string[]
  /** Line in the file, starting at 1. */
  readonly line?: number
  /** Absent if the file does not contain it. */
  readonly license?: License
  /** Of a package of a distribution whose release is known. */
  readonly distribution?: Distribution
}

/** A package that a file requests without a resolved version. */
export interface ListedRequest {
  readonly name: string
  readonly ecosystem?: Ecosystem
  /** The range, tag, or URL in the file. */
  readonly requested: string
  readonly dev: boolean
  readonly groups: readonly string[]
  /** Why there is no version, as the end of a sentence: `it comes from a git repository`. */
  readonly reason: string
  /** Key that `requires` of other packages uses. Absent if the file contains no graph. */
  readonly key?: string
  /** Keys of its dependencies, whose versions are known although its own is not. */
  readonly requires?: readonly string[]
  readonly line?: number
}

/** A project that requests packages: the project of the file, or a member of its workspace. */
export interface ListedRoot {
  /** Folder relative to the file's. Empty for the same folder. */
  readonly folder: string
  readonly name?: string
  readonly version?: string
  /** Keys of its direct dependencies. */
  readonly requires: readonly string[]
  /** Keys of its development dependencies, if the file contains this information. */
  readonly forDevelopment?: readonly string[]
}

/** Content of a file. */
export interface ManifestReading {
  /** The project's own name and version, if the file contains them. */
  readonly project?: { readonly name: string; readonly version?: string }
  readonly packages: readonly ListedPackage[]
  readonly requests: readonly ListedRequest[]
  /**
   * Starts of dependency chains, if the file contains a graph. Absent for one project that requests everything marked
   * as `direct`.
   */
  readonly roots?: readonly ListedRoot[]
  /** Folders, relative to the file's, whose manifests this lockfile also covers: members of a workspace. */
  readonly workspaces?: readonly string[]
  /** What installers resolve from this file, unless a lockfile covers it: one entry for each installation. */
  readonly installations?: readonly Installation[]
}

/**
 * Reads one format. A `lockfile` contains exact versions. A `manifest` contains requests, and counts only if no
 * lockfile of its ecosystem covers its folder.
 */
export interface ManifestReader {
  /** Equal to the file name. */
  readonly id: string
  readonly ecosystem: Ecosystem
  readonly kind: 'lockfile' | 'manifest'
  /**
   * For a manifest: an installation can use it alone, regardless of lockfiles next to it, and installs exactly the
   * listed packages, as `pip install -r requirements.txt` does. If all entries have versions, it is considered
   * complete, as written by `pip freeze` and `pip-compile`.
   */
  readonly isInstalledByItself?: true
  /**
   * Installed separately from the surrounding project, such as a script with its own dependencies. It is independent of
   * other files in its folder, and no folder lockfile covers it. A standalone lockfile covers one file, which its
   * reader knows.
   */
  readonly standsAlone?: true
  /**
   * Text that occurs in every file of this format. If there are several, one of them occurs. Other files have a
   * different format.
   * Absent if the path is sufficient.
   */
  readonly signature?: string | readonly string[]
  /** Human-readable file names, such as `package-lock.json`. */
  readonly names: readonly string[]
  /** Whether the project file at this path has this format. */
  reads(path: string): boolean
  /**
   * Pure. Linear in the texts that it reads, up to a logarithm, and counts its steps against the budget of the file.
   * Throws UnreadableManifest for a different format or an exceeded budget. Invalid entries become `requests`.
   */
  read(file: ManifestFile): ManifestReading
}
