import type { Ecosystem } from '../model/component.ts'
import type { ParsedTexts } from './parsed-texts.ts'
import type { WorkBudget } from './work-budget.ts'

/** One file that lists packages, as a reader sees it. */
export interface ManifestFile {
  /** Within the project, `/` as separator. */
  readonly path: string
  readonly text: string
  /**
   * The text of another file of the project by its path relative to this one's folder (`../base.txt`);
   * undefined when there is none, it is not text, or the path leads out of the project.
   */
  sibling(relativePath: string): string | undefined
  /** Whether the project has a file at a path relative to this one's folder. Absent: `sibling` decides. */
  holds?(relativePath: string): boolean
  /**
   * Folders, relative to this file's, that match patterns of a workspace (`packages/*`, `!packages/old`)
   * and hold a file of the given name. Absent where the file stands alone.
   */
  membersOf?(patterns: readonly string[], manifestName: string): readonly string[]
  /** What has been read beside files of the same project. Absent where the file stands alone. */
  readonly parsed?: ParsedTexts
  /** What reading the file may cost. Absent: as much as its length allows. */
  readonly work?: WorkBudget
}

/** A package version that a file names. */
export interface ListedPackage {
  /** As the ecosystem writes it: `@scope/name`, `group:artifact`, `github.com/a/b`. */
  readonly name: string
  readonly version: string
  /** Absent: the reader's. */
  readonly ecosystem?: Ecosystem
  /** Tells it from other packages of the same file; absent: `name@version`. */
  readonly key?: string
  /** Asked for by the project itself. Absent: the file does not tell. */
  readonly direct?: boolean
  /** Needed only to develop the project. */
  readonly dev: boolean
  /** Groups in the format's own words: `dev`, `optional`, `test`, an extra. Empty: the main one. */
  readonly groups: readonly string[]
  /** Keys of the packages that it brings in, as far as the file tells. */
  readonly requires?: readonly string[]
  /** Where the file names it, from 1. */
  readonly line?: number
}

/** A package that a file asks for without saying which version comes. */
export interface ListedRequest {
  readonly name: string
  readonly ecosystem?: Ecosystem
  /** The range, tag or address as the file has it. */
  readonly requested: string
  readonly dev: boolean
  readonly groups: readonly string[]
  /** Why there is no version, the end of a sentence: `it comes from a git repository`. */
  readonly reason: string
  /** By which `requires` of others name it; absent where the file does not tell a graph. */
  readonly key?: string
  /** Keys of the packages that it brings in: its version is unknown, theirs are not. */
  readonly requires?: readonly string[]
  readonly line?: number
}

/** A project that asks for packages: the one whose file it is, or a member of its workspace. */
export interface ListedRoot {
  /** Relative to the file's; empty: that one. */
  readonly folder: string
  readonly name?: string
  readonly version?: string
  /** Keys of what it asks for itself. */
  readonly requires: readonly string[]
  /** Those of them that it asks for only to be developed, as far as the file tells. */
  readonly forDevelopment?: readonly string[]
}

/** What a file says. */
export interface ManifestReading {
  /** The project's own name and version, where the file tells. */
  readonly project?: { readonly name: string; readonly version?: string }
  readonly packages: readonly ListedPackage[]
  readonly requests: readonly ListedRequest[]
  /** Where chains begin, if the file tells who asks for what; absent: one project that asks for what is `direct`. */
  readonly roots?: readonly ListedRoot[]
  /** Folders, relative to the file's, whose manifests this lockfile answers too: members of a workspace. */
  readonly workspaces?: readonly string[]
}

/**
 * Reads one format. A `lockfile` says exactly which versions come; a `manifest` says what is asked
 * for and counts only where no lockfile of its ecosystem answers for its folder.
 */
export interface ManifestReader {
  /** Equals the file's name. */
  readonly id: string
  readonly ecosystem: Ecosystem
  readonly kind: 'lockfile' | 'manifest'
  /**
   * Of a manifest: an installation can go by it alone, whatever lockfile lies beside it, and brings what it
   * names exactly, as `pip install -r requirements.txt` does. One that names versions throughout is taken
   * for complete, as `pip freeze` and `pip-compile` write it.
   */
  readonly isInstalledByItself?: true
  /**
   * It is installed apart from the project around it, such as a script with dependencies of its own. What it says is
   * nothing about other files of its folder, and no lockfile of a folder answers for it. A lockfile that stands alone
   * answers for one file, whose reader knows it.
   */
  readonly standsAlone?: true
  /** Text that every file of this format has; files without it are of another kind. Absent: the path decides alone. */
  readonly signature?: string
  /** File names for people, such as `package-lock.json`. */
  readonly names: readonly string[]
  /** Whether the file at this path of the project is of this format. */
  reads(path: string): boolean
  /**
   * Pure. Takes time linear in the texts that it reads, up to a logarithm, and counts its steps against the budget of
   * the file. Throws UnreadableManifest for what is not this format or costs more; entries that make no sense become
   * `requests`.
   */
  read(file: ManifestFile): ManifestReading
}
