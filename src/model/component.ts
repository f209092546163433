import { z } from 'zod'
import type { SkippedFile } from './snapshot.ts'

/** Package ecosystems by the names that OSV gives them, in the order in which their advisories are synced. */
export const Ecosystem = z.enum(['npm', 'PyPI', 'Go', 'crates.io', 'GitHub Actions', 'Maven', 'NuGet', 'RubyGems', 'Packagist', 'Hex', 'Pub', 'Hackage'])
export type Ecosystem = z.infer<typeof Ecosystem>

/**
 * One way by which a component came in: the manifest or lockfile that was read and the chain of
 * `name@version` from the scanned project (first) to the component (last).
 */
export const Introduction = z.object({ manifest: z.string(), path: z.array(z.string()).min(1) }).meta({ id: 'Introduction' })
export type Introduction = z.infer<typeof Introduction>

/** A package version that the scanned project consists of or brings along. */
export const Component = z.object({
  /** Package URL, https://github.com/package-url/purl-spec */
  purl: z.string(),
  name: z.string(),
  version: z.string(),
  ecosystem: Ecosystem,
  /** Named by the scanned project itself, or the scanned project. */
  direct: z.boolean(),
  /** Needed only to develop the scanned project. */
  dev: z.boolean(),
  /** Shortest chain first, at most `maxIntroductions`. */
  introducedBy: z.array(Introduction),
}).meta({ id: 'Component' })
export type Component = z.infer<typeof Component>

/** How many of the chains that lead to a component are kept. */
export const maxIntroductions = 3

/** A dependency that is asked for and could not be turned into a component. */
export const UnresolvedDependency = z.object({
  name: z.string(),
  /** The range, tag or address as the manifest has it. */
  requested: z.string(),
  /** `name@version` of the package that asks for it, or the name of the project that does. */
  requiredBy: z.string(),
  reason: z.string(),
  ecosystem: Ecosystem.optional(),
  /** The file of the scanned project that asks for it, where one does. */
  manifest: z.string().optional(),
}).meta({ id: 'UnresolvedDependency' })
export type UnresolvedDependency = z.infer<typeof UnresolvedDependency>

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
}
