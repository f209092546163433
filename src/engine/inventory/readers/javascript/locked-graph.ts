import type { ListedPackage, ListedRequest, ListedRoot, ManifestReading } from '../../manifest-reader.ts'
import type { WorkBudget } from '../../work-budget.ts'

/** An entry of a lockfile: a version of a registry, something else with a reason, or a folder of the project. */
export interface LockedEntry {
  readonly key: string
  readonly name: string
  readonly is:
    | { readonly version: string }
    | { readonly requested: string; readonly reason: string }
    | { readonly folder: string }
  /** Keys of what it asks for. */
  readonly requires: readonly string[]
  /** As the lockfile says; undefined: it does not, so who asks for it decides. */
  readonly dev?: boolean
  readonly groups?: readonly string[]
  readonly line?: number
}

/** A project that a lockfile is for. */
export interface LockedProject {
  readonly folder: string
  readonly name?: string
  readonly version?: string
  readonly requires: readonly string[]
  /** What it asks for only to be developed. */
  readonly devRequires: readonly string[]
}

/**
 * What a lockfile with a graph says, in the form of a reading. A package is for development when the
 * lockfile says so or, where it is silent, when only development leads to it: what nobody leads to is
 * not, because the way may be one that was not understood. Linear in entries and in what they ask for.
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
    if ('version' in is) packages.push({ ...listed, version: is.version, direct: asked.has(key) })
    else if ('reason' in is) requests.push({ ...listed, ...is })
    else if (requires.length > 0) roots.push({ folder: is.folder, name, requires })
  }
  return { packages, requests, ...(roots.length > 0 && { roots }) }
}

/** The keys to which the starts lead, themselves included. */
function reachable(entries: ReadonlyMap<string, LockedEntry>, starts: readonly string[]): Set<string> {
  const reached = new Set(starts)
  for (const key of reached) for (const next of entries.get(key)?.requires ?? []) reached.add(next)
  return reached
}
