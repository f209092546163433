import type { WorkClock } from '../../isolation/work-clock.ts'
import type { PublishedVersion } from '../../sources/installed-archive.ts'
import { inLanes } from './in-lanes.ts'
import type { PackageReader } from './package-reader.ts'
import { type PackageStore, versionKey } from './package-store.ts'
import { reachabilityLimits } from './reachability-limits.ts'

/** Summaries of installed packages, and the packages that were not read. */
export interface ReadPackages {
  /** Deflated JSON by `versionKey`. */
  readonly summaries: ReadonlyMap<string, Buffer>
  /** Reasons by `versionKey`, as the ends of sentences. */
  readonly notRead: ReadonlyMap<string, string>
}

export interface ReadPackagesContext {
  readonly store: Pick<PackageStore, 'findArchives' | 'findSummaries'>
  readonly reader: Pick<PackageReader, 'summarize'>
  /** Time limit for reading. Its signal also ends the reads. */
  readonly clock: Pick<WorkClock, 'signal'>
  /** Signal of the scan. */
  readonly signal: AbortSignal
  /** Called with the share of packages that are done, 0 to 1. */
  readonly onProgress: (share: number) => void
}

/**
 * Returns the summaries of package versions: stored ones, and those of archives that the reader downloads and
 * summarizes. Packages at the start of the list come first. Throws only if the signal aborts.
 */
export async function readPackages(
  context: ReadPackagesContext,
  packages: readonly PublishedVersion[],
  { maxPackages }: { readonly maxPackages: number } = reachabilityLimits,
): Promise<ReadPackages> {
  const { store, reader, clock, signal, onProgress } = context
  const summaries = new Map<string, Buffer>()
  const notRead = new Map<string, string>()
  const records = await store.findArchives(packages)
  const known = packages.flatMap((version) => {
    const record = records.get(versionKey(version))
    return record ? [{ ...version, ...record }] : []
  })
  const stored = await store.findSummaries(known)
  for (const version of known) {
    const summary = stored.get(version.digest)
    if (summary) summaries.set(versionKey(version), summary)
    else if (version.problem !== undefined) notRead.set(versionKey(version), version.problem)
  }
  const waiting = packages.filter((version) => !summaries.has(versionKey(version)) && !notRead.has(versionKey(version)))
  for (const version of waiting.slice(maxPackages))
    notRead.set(versionKey(version), `a scan reads at most ${maxPackages} packages`)
  let done = packages.length - waiting.length
  await inLanes(waiting.slice(0, maxPackages), async (version) => {
    try {
      clock.signal.throwIfAborted()
      const read = await reader.summarize(version)
      if ('summary' in read) summaries.set(versionKey(version), read.summary)
      else notRead.set(versionKey(version), read.failure)
    } catch (error) {
      signal.throwIfAborted()
      if (!clock.signal.aborted) throw error
      notRead.set(versionKey(version), 'the time limit for reading packages was reached')
    }
    onProgress((done += 1) / packages.length)
  })
  return { summaries, notRead }
}
