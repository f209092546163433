import { hash } from 'node:crypto'
import type { IsolatedWork } from '../../isolation/isolation.ts'
import { SummaryEnd, summaryProblem } from '../../reachability/tasks/summary-end.ts'
import { summaryLimits } from '../../reachability/tasks/summary-limits.ts'
import type { PublishedArchive, PublishedVersion } from '../../sources/installed-archive.ts'
import type { PackageArchives, ReadArchive } from './package-archives.ts'

/**
 * Result of reading a package version: its summary as deflated JSON, or the end of a sentence about what is missing.
 * `problem`: the archive is the cause. `failure`: the next attempt may succeed.
 */
export type PackageReading =
  | (ReadArchive & { readonly summary: Buffer })
  | (ReadArchive & { readonly problem: string })
  | { readonly failure: string }

export interface ReadPackageContext {
  readonly archives: Pick<PackageArchives, 'fetch'>
  /** Runs each archive in a child process of its own, see `loneChildBounds`. */
  readonly work: IsolatedWork
}

/** Downloads an archive and summarizes it in a child process. Throws only if a signal aborts. */
export async function readPackage(
  { archives, work }: ReadPackageContext,
  version: PublishedVersion,
): Promise<PackageReading> {
  const archive = await archives.fetch(version)
  if ('failure' in archive) return archive
  const summarized = await summarize(work, version, archive)
  if ('failure' in summarized) return summarized
  return { digest: archiveDigest(archive), bytes: archive.packed.length, ...summarized }
}

/** Returns the SHA-256 of an archive, in hexadecimal. */
export const archiveDigest = ({ packed }: Extract<PublishedArchive, { packed: Buffer }>): string =>
  hash('sha256', packed)

async function summarize(
  work: IsolatedWork,
  { ecosystem }: PublishedVersion,
  { kind, packed }: Extract<PublishedArchive, { packed: Buffer }>,
): Promise<{ readonly summary: Buffer } | { readonly problem: string } | { readonly failure: string }> {
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
