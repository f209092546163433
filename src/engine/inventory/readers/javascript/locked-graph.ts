import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import type { License } from '../../../model/license.ts'
import type { ListedPackage, ListedRequest, ListedRoot, ManifestReading } from '../../manifest-reader.ts'
import type { WorkBudget } from '../../work-budget.ts'

/**
 * Lockfile entry: a registry version, another source with the reason why it has no version, or a folder of the project.
 */
export interface LockedEntry {
  readonly key: string
  readonly name: string
  readonly is:
    | { readonly version: string }
    | { readonly requested: string; readonly reason: DependencyReason }
    | { readonly folder: string }
  /** Keys of its dependencies. */
  readonly requires: readonly string[]
  /** Development flag in the lockfile. If undefined, it is inferred from the dependents. */
  readonly dev?: boolean
  readonly groups?: readonly string[]
  readonly line?: number
  readonly license?: License
}

export interface LockedProject {
  readonly folder: string
  readonly name?: string
  readonly version?: string
  readonly requires: readonly string[]
  /** Its development dependencies. */
  readonly devRequires: readonly string[]
}

/**
 * Converts a lockfile with a graph to a reading. A package is for development if the lockfile says so. If the lockfile
 * does not say, a package is for development if it is reached only through development dependencies. Unreachable
 * packages are not considered development packages, because their path may be in an unsupported notation. Linear in
 * entries and dependencies.
 */
export function readingOfGraph(
  entries: Iterable<LockedEntry>,
  projects: readonly LockedProject[],
  work: WorkBudget,
): Pick<ManifestReading, 'packages' | 'requests' | 'roots'> {
  const byKey = new Map<string, LockedEntry>()
  for (const entry of entries) {
    work.spend(1 + entry.requires.length)
    byKey.set(entry.key, entry)
  }
  for (const { requires, devRequires } of projects) work.spend(1 + requires.length + devRequires.length)
  const isUntold = [...byKey.values()].some(({ dev }) => dev === undefined)
  const needed = reachable(byKey, isUntold ? projects.flatMap(({ requires }) => requires) : [])
  const developed = reachable(byKey, isUntold ? projects.flatMap(({ devRequires }) => devRequires) : [])
  const isDev = ({ key, dev }: LockedEntry) => dev ?? (developed.has(key) && !needed.has(key))
  const asked = new Set(projects.flatMap(({ requires, devRequires }) => [...requires, ...devRequires]))

  const packages: ListedPackage[] = []
  const requests: ListedRequest[] = []
  const roots: ListedRoot[] = projects.map(({ requires, devRequires, ...project }) => ({
    ...project,
    requires: [...requires, ...devRequires],
    ...(devRequires.length > 0 && { forDevelopment: devRequires }),
  }))
  for (const entry of byKey.values()) {
    const { key, name, is, requires, groups = [] } = entry
    const dev = isDev(entry)
    const listed = {
      key,
      name,
      dev,
      groups: dev && !groups.includes('dev') ? ['dev', ...groups] : groups,
      requires,
      ...(entry.line !== undefined && { line: entry.line }),
    }
    const { license } = entry
    if ('version' in is)
      packages.push({ ...listed, version: is.version, direct: asked.has(key), ...(license && { license }) })
    else if ('reason' in is) requests.push({ ...listed, ...is })
    else if (requires.length > 0) roots.push({ folder: is.folder, name, requires })
  }
  return { packages, requests, ...(roots.length > 0 && { roots }) }
}

/** Returns the keys reachable from the start keys, including the start keys. */
function reachable(entries: ReadonlyMap<string, LockedEntry>, starts: readonly string[]): Set<string> {
  const reached = new Set(starts)
  for (const key of reached) for (const next of entries.get(key)?.requires ?? []) reached.add(next)
  return reached
}
