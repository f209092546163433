import type { GradleDeclaration } from './maven-walk/gradle-declaration.ts'
import type { OverrideRule } from './npm-tree/override-set.ts'
import type { PomModel } from './maven-walk/pom-model.ts'

/** What an installer resolves from a manifest that no lockfile covers. */
export type Installation =
  | CargoInstallation
  | GradleInstallation
  | MavenInstallation
  | NpmInstallation
  | PythonInstallation

/** A build script of Gradle. */
export interface GradleInstallation {
  readonly kind: 'gradle'
  readonly declarations: readonly GradleDeclaration[]
  /** Bills of materials that a plugin applies to all dependencies, as `group:artifact:version`. */
  readonly boms: readonly string[]
  /** Groups that the build gets from one repository only. */
  readonly privateGroups: readonly string[]
  /** URL of a repository that replaces the central one. */
  readonly otherRepository?: string
}

/** A POM of the project. */
export interface MavenInstallation {
  readonly kind: 'maven'
  readonly pom: PomModel
}

/** Names with specifiers, as in a `package.json`. Folders, archives, and repositories are omitted. */
export interface NpmInstallation {
  readonly kind: 'npm'
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly overrides?: NpmOverrides
  /** Lines of direct dependencies by name, starting at 1. */
  readonly lines?: Readonly<Record<string, number>>
}

/** What a project changes in the requests of packages. */
export interface NpmOverrides {
  readonly rules: readonly OverrideRule[]
  /** Specifiers of the project for values such as `$name`. */
  readonly references: Readonly<Record<string, string>>
  /** They also change the project's own requests, as in yarn. npm refuses such overrides. */
  readonly changesOwnRequests: boolean
  /** Overrides that are not applied. */
  readonly unapplied: readonly { readonly name: string; readonly reason: string; readonly line?: number }[]
}

/** A requirement in PEP 508 notation. */
export interface AskedRequirement {
  readonly text: string
  readonly dev: boolean
  /** Empty for the main group. */
  readonly groups: readonly string[]
  /** Starts at 1. */
  readonly line?: number
}

export interface PythonInstallation {
  readonly kind: 'pypi'
  readonly requirements: readonly AskedRequirement[]
  /** Requirements that restrict versions and request nothing. */
  readonly constraints: readonly string[]
  /** Index that replaces the default one, as written. */
  readonly otherIndex?: string
}

/** A dependency of a Cargo.toml, from a registry or from a folder of the project. */
export interface CargoDependency {
  /** Name in code and in features. */
  readonly alias: string
  readonly name: string
  readonly requirement: string
  readonly features: readonly string[]
  readonly defaultFeatures: boolean
  readonly optional: boolean
  readonly dev: boolean
  /** Folder in the project. */
  readonly folder?: string
  /** Line in the Cargo.toml. */
  readonly line?: number
}

/** One crate of the project, or a workspace without a crate. */
export interface CargoInstallation {
  readonly kind: 'cargo'
  readonly dependencies: readonly CargoDependency[]
  readonly features: Readonly<Record<string, readonly string[]>>
  readonly rustVersion?: string
  /** Version of the resolver: `1`, `2`, or `3`. */
  readonly resolver?: string
  /** Crates that the project replaces. */
  readonly patched: readonly string[]
}
