import type { AdvisoryStore } from '../../advisories/advisory-store.ts'
import type { WorkClock } from '../../isolation/work-clock.ts'
import { fetchPublishedArchive, publishedVersions } from '../../sources/installed-archive.ts'
import type { NpmRegistry, PackumentLookup } from '../../sources/package-registries/npm-registry.ts'
import type { PypiIndex, ProjectLookup } from '../../sources/package-registries/pypi-index.ts'
import type { ScanContext } from '../scan-context.ts'
import { type DerivedFix, deriveFunctions, type Found } from './derive-functions.ts'
import type { PackageArchives } from './package-archives.ts'
import type { FixedAdvisory } from './package-store.ts'
import type { PublishedVersion } from '../../sources/installed-archive.ts'
import { loneChildBounds } from './reachability-limits.ts'
import { type PackageReading, readPackage } from './read-package.ts'

export interface SharedReadContext extends Pick<ScanContext, 'isolation' | 'sources'> {
  readonly advisories: Pick<AdvisoryStore, 'match'>
  /** Stops while the read waits for a child process. */
  readonly clock: WorkClock
  readonly signal: AbortSignal
}

/** Reads a package version for all scans, with nothing but the registries. Throws only if the signal aborts. */
export async function readSharedPackage(
  context: SharedReadContext,
  version: PublishedVersion,
): Promise<PackageReading> {
  await using work = context.isolation.open(context.signal, loneChildBounds, context.clock)
  return await readPackage({ work, archives: archivesOf(context) }, version)
}

/** Compares the versions of a fix for all scans. Throws only if the signal aborts. */
export async function deriveSharedFix(context: SharedReadContext, fix: FixedAdvisory): Promise<Found<DerivedFix>> {
  await using work = context.isolation.open(context.signal, loneChildBounds, context.clock)
  const { advisories } = context
  return await deriveFunctions({ work, advisories, archives: archivesOf(context), pairs: new Map() }, fix)
}

/** Archives for one read. Its requests for metadata are sent once. */
function archivesOf({ sources, signal }: SharedReadContext): Pick<PackageArchives, 'fetch' | 'versions'> {
  const { npmRegistry, pypiIndex } = sources
  const packuments = new Map<string, Promise<PackumentLookup>>()
  const projects = new Map<string, Promise<ProjectLookup>>()
  const registries: { npmRegistry: NpmRegistry; pypiIndex: PypiIndex } = {
    npmRegistry: {
      ...npmRegistry,
      packument: (name) => once(packuments, name, () => npmRegistry.packument(name, signal)),
    },
    pypiIndex: { ...pypiIndex, project: (name) => once(projects, name, () => pypiIndex.project(name, signal)) },
  }
  return {
    fetch: (version) => fetchPublishedArchive(registries, version, signal),
    versions: (of) => publishedVersions(registries, of, signal),
  }
}

function once<Value>(known: Map<string, Promise<Value>>, name: string, ask: () => Promise<Value>): Promise<Value> {
  const value = known.get(name) ?? ask()
  known.set(name, value)
  return value
}
