import type { Component, UnresolvedDependency } from './component.ts'
import type { PackageReading } from './reading-record.ts'
import type { SkippedFile } from './snapshot.ts'

/** What an inventory step read: the components, and what it could not resolve. */
export interface Inventory {
  readonly components: readonly Component[]
  readonly unresolved: readonly UnresolvedDependency[]
  /** Manifests and lockfiles that could not be read, and why: each is a gap. */
  readonly unreadable?: readonly SkippedFile[]
  /** False when a dependency that an installation would bring is missing from `components`. */
  readonly complete: boolean
  /** How the versions were determined, with the file or the time of resolution, for people. */
  readonly method: string
  /** When versions were looked up in a package registry; absent when a lockfile named them. */
  readonly resolvedAt?: Date
  /** Every lockfile and manifest of a project, read or not. Absent for packages of a registry. */
  readonly reading?: PackageReading
}
