import type { DependencyReason } from './reasons/dependency-reasons.ts'
import type { GradleDeclaration } from './maven-walk/gradle-declaration.ts'
import type { OverrideRule } from './npm-tree/override-set.ts'
import type { PomModel } from './maven-walk/pom-model.ts'

/** Input for resolving the dependencies of a manifest that no lockfile covers. */
export type Installation =
  | CargoInstallation
  | GradleInstallation
  | MavenInstallation
  | NpmInstallation
  | PythonInstallation

/** A Gradle build script. */
export interface GradleInstallation {
  readonly kind: 'gradle'
  readonly declarations: readonly GradleDeclaration[]
  /** Bills of materials (BOMs) that a plugin applies to every dependency, as `group:artifact:version`. */
  readonly boms: readonly string[]
  /** Groups that the build only resolves from one specific repository. */
  readonly privateGroups: readonly string[]
  /** URL of a repository that replaces Maven Central. */
  readonly otherRepository?: string
}

/** A project POM. */
export interface MavenInstallation {
  readonly kind: 'maven'
  readonly pom: PomModel
}

/** Package names with version specifiers, as in a `package.json`. Excludes folders, archives, and repositories. */
export interface NpmInstallation {
  readonly kind: 'npm'
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly overrides?: NpmOverrides
  /** Line numbers of direct dependencies by name, starting at 1. */
  readonly lines?: Readonly<Record<string, number>>
}

/** Overrides that a project applies to package requirements. */
export interface NpmOverrides {
  readonly rules: readonly OverrideRule[]
  /** Version specifiers of the project's own dependencies, for override values such as `$name`. */
  readonly references: Readonly<Record<string, string>>
  /** True if overrides also change the project's own requirements, as in yarn. npm rejects such overrides. */
  readonly changesOwnRequests: boolean
  /** Overrides that are not applied. */
  readonly unapplied: readonly { readonly name: string; readonly reason: DependencyReason; readonly line?: number }[]
}

/** A PEP 508 requirement. */
export interface AskedRequirement {
  readonly text: string
  readonly dev: boolean
  /** Dependency groups of the requirement. Empty for the main group. */
  readonly groups: readonly string[]
  /** Line number, starting at 1. */
  readonly line?: number
  /** Place of a requirement that another requirements file includes. */
  readonly included?: { readonly path: string; readonly line: number }
}

export interface PythonInstallation {
  readonly kind: 'pypi'
  readonly requirements: readonly AskedRequirement[]
  /** Constraints, which restrict versions but install nothing. */
  readonly constraints: readonly string[]
  /** Index URL that replaces PyPI, as written in the file. */
  readonly otherIndex?: string
}

/** A dependency in a Cargo.toml, either from a registry or at a path in the project. */
export interface CargoDependency {
  /** Name that code and features use. */
  readonly alias: string
  readonly name: string
  readonly requirement: string
  readonly features: readonly string[]
  readonly defaultFeatures: boolean
  readonly optional: boolean
  readonly dev: boolean
  /** Path dependency's folder in the project. */
  readonly folder?: string
  /** Line number in the Cargo.toml. */
  readonly line?: number
}

/** A crate of the project, or a workspace root without a crate. */
export interface CargoInstallation {
  readonly kind: 'cargo'
  readonly dependencies: readonly CargoDependency[]
  readonly features: Readonly<Record<string, readonly string[]>>
  readonly rustVersion?: string
  /** Resolver version: `1`, `2`, or `3`. */
  readonly resolver?: string
  /** Names of crates replaced by `[patch]`. */
  readonly patched: readonly string[]
}
