import type { Component } from '../../model/component.ts'
import type { RequirementEdit, UpgradePlan } from '../../model/upgrade-plan.ts'

/** Changes to a project, relative to its manifests and lockfile. */
export interface TreeChanges {
  /** Packages whose locked versions are not kept. */
  readonly released: ReadonlySet<string>
  /** New versions of direct dependencies, by name. */
  readonly upgraded: ReadonlyMap<string, string>
  /** Forced versions of indirect dependencies, by selector. */
  readonly overridden: ReadonlyMap<string, string>
}

export const noChanges: TreeChanges = { released: new Set(), upgraded: new Map(), overridden: new Map() }

export type PackageVersion = Pick<Component, 'name' | 'version'>

/** A dependency tree after changes. */
export interface ResolvedTree {
  readonly components: readonly Component[]
  /** Conflicts and dependencies that could not be resolved. A change must not add any. */
  readonly problems: ReadonlySet<string>
  /** Package versions that require a package version. Excludes the project itself. */
  dependentsOf(version: PackageVersion): readonly PackageVersion[]
  /** Versions that the project and its workspace members install for a direct dependency. */
  directVersions(name: string): ReadonlySet<string>
  /** Name and version of the package whose archive contains all copies of a package version. */
  shippedIn(component: Component): string | undefined
  /** Names of the direct dependencies through which the project installs a package version. */
  carriersOf(component: Component): ReadonlySet<string>
}

/** A published version of a package. */
export interface OfferedVersion {
  readonly version: string
  /** Why the version must not be chosen. Undefined if it may be. */
  readonly discouraged: { readonly reason: 'deprecated' | 'yanked'; readonly message?: string } | undefined
}

/** A direct dependency whose requirement can be changed. */
export interface DirectDependency {
  /** Name in the manifest. */
  readonly name: string
  /** Name of the package. Differs from `name` for an alias. */
  readonly package: string
  readonly isDevelopment: boolean
}

/** A project whose dependencies can be upgraded. */
export interface UpgradableProject {
  readonly ecosystem: UpgradePlan['ecosystem']
  readonly manifest: string
  /** Lockfile whose versions are kept unless a change releases them. */
  readonly lockfile: string | undefined
  /** Package versions in the lockfile. Undefined without a lockfile. */
  readonly locked: readonly Component[] | undefined
  readonly directs: ReadonlyMap<string, DirectDependency>
  /** True if the project can force the versions of indirect dependencies. */
  readonly canOverride: boolean
  /** Limits of the resolution, as sentences. Complete after the tree without changes was resolved. */
  readonly caveats: readonly string[]
  /** Resolves the tree after changes. Throws only if the signal aborts. */
  resolve(changes: TreeChanges): Promise<ResolvedTree>
  /** Returns the final versions of a package, oldest first. Empty if the registry does not return them. */
  versionsOf(name: string): Promise<readonly OfferedVersion[]>
  /** Compares two versions. Negative if the first one is older. */
  compare(a: string, b: string): number
  /** Returns the major version, such as `4`. */
  majorOf(version: string): string
  componentOf(name: string, version: string): Component
  /** Returns the changes to manifests. Empty if they already allow the version. */
  editsFor(name: string, version: string): readonly RequirementEdit[]
  /** Returns the selector of an override. Undefined if the package cannot be overridden. */
  overrideSelector(name: string, version: string, tree: ResolvedTree): string | undefined
  overrideEdit(selector: string, version: string): RequirementEdit
}
