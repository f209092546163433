import type { Component, UnresolvedDependency } from './component.ts'
import type { PackageReading } from './reading-record.ts'
import type { SkippedFile } from './snapshot.ts'

/** The components found by an inventory step, and the dependencies that it could not resolve. */
export interface Inventory {
  readonly components: readonly Component[]
  readonly unresolved: readonly UnresolvedDependency[]
  /** Manifests and lockfiles that could not be read, with reasons. Each is a coverage gap. */
  readonly unreadable?: readonly SkippedFile[]
  /** False if `components` lacks a dependency that would be installed. */
  readonly complete: boolean
  /** How the versions were determined: the file, or the time of resolution. */
  readonly method: string
  /** Time when versions were resolved in a package registry. Absent if a lockfile names them. */
  readonly resolvedAt?: Date
  /** Package URLs of submodules whose repositories have no tag for the commit. */
  readonly untagged?: readonly string[]
  /** Every lockfile and manifest of a project, whether it was read or not. Absent for registry packages. */
  readonly reading?: PackageReading
}
