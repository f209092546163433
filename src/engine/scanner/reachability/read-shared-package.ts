import { LRUCache } from 'lru-cache'
import type { AdvisoryStore } from '../../advisories/advisory-store.ts'
import type { WorkClock } from '../../isolation/work-clock.ts'
import {
  fetchPublishedArchive,
  type PublishedArchive,
  publishedVersions,
  type PublishedVersion,
} from '../../sources/installed-archive.ts'
import type { PackumentLookup } from '../../sources/package-registries/npm-registry.ts'
import type { ProjectLookup } from '../../sources/package-registries/pypi-index.ts'
import type { ScanContext } from '../scan-context.ts'
import type { ComparedPairs, Found } from './comparison-batch.ts'
import { type DerivedFix, deriveFunctions } from './derive-functions.ts'
import type { PackageArchives } from './package-archives.ts'
import type { FixedAdvisory } from './package-store.ts'
import { loneChildBounds, reachabilityLimits } from './reachability-limits.ts'
import { type PackageReading, readPackage } from './read-package.ts'

/** What the reads of a process remember for each other, because several advisories can concern one package. */
export interface SharedReadMemory {
  readonly packuments: LRUCache<string, PackumentLookup>
  readonly projects: LRUCache<string, ProjectLookup>
  readonly archives: LRUCache<string, PublishedArchive>
  readonly pairs: ComparedPairs
  /** Requests without a response. Reads that need the same response share it. */
  readonly open: Map<string, Promise<unknown>>
}

const MiB = 1024 * 1024

/** Metadata is kept for a short time, because a registry can get a version that a scan then needs. */
const metadata = { max: 20, ttl: 60_000 }

/** Creates an empty memory with limits. */
export const createSharedReadMemory = (): SharedReadMemory => ({
  packuments: new LRUCache(metadata),
  projects: new LRUCache(metadata),
  archives: new LRUCache({
    maxSize: 64 * MiB,
    maxEntrySize: reachabilityLimits.maxKeptBytes,
    sizeCalculation: (archive) => Math.max('packed' in archive ? archive.packed.length : 0, 1),
  }),
  pairs: new LRUCache({ max: 100, ttl: 5 * 60_000 }),
  open: new Map(),
})

export interface SharedReadContext extends Pick<ScanContext, 'isolation' | 'sources'> {
  readonly memory: SharedReadMemory
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
  const archives = archivesOf(context)
  const { pairs } = context.memory
  for await (const { derived } of deriveFunctions({ work, advisories, archives, pairs }, [fix]))
    return 'functions' in derived ? derived : { failure: derived.failure }
  return { failure: 'the archives could not be compared' }
}

/** Archives of the registries, and those that earlier reads have left in the memory. */
function archivesOf({ sources, memory, signal }: SharedReadContext): Pick<PackageArchives, 'fetch' | 'versions'> {
  const { npmRegistry, pypiIndex } = sources
  const registries = {
    npmRegistry: {
      ...npmRegistry,
      packument: (name: string) =>
        remembered(memory.open, memory.packuments, `npm ${name}`, () => npmRegistry.packument(name, signal)),
    },
    pypiIndex: {
      ...pypiIndex,
      project: (name: string) =>
        remembered(memory.open, memory.projects, `PyPI ${name}`, () => pypiIndex.project(name, signal)),
    },
  }
  return {
    fetch: (version) =>
      remembered(memory.open, memory.archives, archiveKey(version), () =>
        fetchPublishedArchive(registries, version, signal),
      ),
    versions: (of) => publishedVersions(registries, of, signal),
  }
}

/** Unlike `versionKey`, never the same for two versions, because a compromised scan chooses names and versions. */
const archiveKey = ({ ecosystem, name, version }: PublishedVersion): string =>
  `archive ${JSON.stringify([ecosystem, name, version])}`

/** Returns an answer from the memory, or asks. Remembers answers, apart from failures. */
async function remembered<Answer extends object>(
  open: SharedReadMemory['open'],
  memory: LRUCache<string, Answer>,
  key: string,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const known = memory.get(key)
  if (known !== undefined) return known
  // The key determines the type of the answer.
  const running = open.get(key) as Promise<Answer> | undefined
  if (running) return running
  const asked = ask().finally(() => open.delete(key))
  open.set(key, asked)
  const answer = await asked
  const isFound = 'status' in answer ? answer.status === 'found' : !('failure' in answer)
  if (isFound) memory.set(key, answer)
  return answer
}
