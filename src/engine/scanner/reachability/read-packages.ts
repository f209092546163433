import { hash } from 'node:crypto'
import type { IsolatedWork } from '../../isolation/isolation.ts'
import type { WorkClock } from '../../isolation/work-clock.ts'
import { SummaryEnd, summaryProblem } from '../../reachability/tasks/summary-end.ts'
import { summaryLimits } from '../../reachability/tasks/summary-limits.ts'
import type { PublishedArchive, PublishedVersion } from '../../sources/installed-archive.ts'
import { inLanes } from './in-lanes.ts'
import type { PackageArchives } from './package-archives.ts'
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
  readonly store: PackageStore
  readonly archives: PackageArchives
  /** Runs each archive in a child process of its own, see `loneChildBounds`. */
  readonly work: IsolatedWork
  /** Time limit for reading. Its signal also ends `work`. */
  readonly clock: Pick<WorkClock, 'signal'>
  /** Signal of the scan. */
  readonly signal: AbortSignal
  /** Called with the share of packages that are done, 0 to 1. */
  readonly onProgress: (share: number) => void
}

/**
 * Returns the summaries of package versions: stored ones, and those of archives that are downloaded and summarized in
 * child processes. Packages at the start of the list come first. Throws only if the signal aborts.
 */
export async function readPackages(
  context: ReadPackagesContext,
  packages: readonly PublishedVersion[],
  { maxPackages }: { readonly maxPackages: number } = reachabilityLimits,
): Promise<ReadPackages> {
  const { store, clock, signal, onProgress } = context
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
      const read = await readPackage(context, version)
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

async function readPackage(
  { store, archives, work }: ReadPackagesContext,
  version: PublishedVersion,
): Promise<{ readonly summary: Buffer } | { readonly failure: string }> {
  const archive = await archives.fetch(version)
  if ('failure' in archive) return archive
  const digest = archiveDigest(archive)
  const summarized = await summarize(work, version, archive)
  if ('problem' in summarized) {
    await store.keepArchive(version, { digest, problem: summarized.problem })
    return { failure: summarized.problem }
  }
  if ('failure' in summarized) return summarized
  await store.keepSummary({ ...version, digest }, summarized.summary)
  await store.keepArchive(version, { digest })
  return summarized
}

/** Returns the SHA-256 of an archive, in hexadecimal. */
export const archiveDigest = ({ packed }: Extract<PublishedArchive, { packed: Buffer }>): string =>
  hash('sha256', packed)

/** `problem`: the archive itself has no summary. `failure`: the next attempt may succeed. */
type Summarized = { readonly summary: Buffer } | { readonly problem: string } | { readonly failure: string }

async function summarize(
  work: IsolatedWork,
  { ecosystem }: PublishedVersion,
  { kind, packed }: Extract<PublishedArchive, { packed: Buffer }>,
): Promise<Summarized> {
  let summary: Buffer | undefined
  const takeParts = () => {
    summary = undefined
    return (_head: unknown, content: Buffer) => {
      if (summary || content.length > summaryLimits.maxStoredBytes) throw new Error('the summary is too large')
      // A copy, because the content is a part of a larger buffer.
      summary = Buffer.from(content)
    }
  }
  const file = { path: `${ecosystem} ${kind}`, read: () => packed, takeParts }
  for await (const outcome of work.run('summarize-package', [file])) {
    if ('failure' in outcome) return { failure: `its archive could not be read: ${outcome.failure}` }
    const { data: end } = SummaryEnd.safeParse(outcome.result)
    if (end && end.end !== 'read') return { problem: `its archive ${summaryProblem(end)}` }
    return end && summary ? { summary } : { failure: 'its archive could not be read: the result is invalid' }
  }
  return { failure: 'its archive was not read' }
}
