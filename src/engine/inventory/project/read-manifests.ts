import type { FileOutcome, IsolatedFile } from '../../isolation/isolation.ts'
import { createWorkClock } from '../../isolation/work-clock.ts'
import { inventoryLimits } from '../inventory-limits.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import type { InventoryContext } from '../inventory-context.ts'
import type { ManifestReader, ManifestReading } from '../manifest-reader.ts'
import { fileReasonText } from '../reasons/file-reasons.ts'
import { manifestReaders } from '../readers/catalogue.ts'
import { ManifestAnswer } from './manifest-answer.ts'
import type { FileGap } from './file-gap.ts'
import { type FoundFile, rankOf } from './project-files.ts'
import { manifestList } from './read-manifest.ts'

/** A project file with its content. */
export interface ReadManifest {
  readonly path: string
  readonly reader: ManifestReader
  readonly reading: ManifestReading
}

export interface ReadManifests {
  readonly read: readonly ReadManifest[]
  readonly unreadable: readonly FileGap[]
}

/** Results by path: the packed reading, which the parent does not parse, or why the reading is missing. */
export type PackedReadings = ReadonlyMap<
  string,
  { readonly reading: Buffer } | { readonly unreadable: string; readonly cause?: 'service' }
>

const {
  readTimeoutMs: readMs,
  maxPackedBytes: packedBytes,
  minLargeBytes: largeBytes,
  large,
  maxComponents: most,
} = inventoryLimits

/**
 * Reads all manifests in child processes. If a file stalls or crashes its child process, the failure is recorded and
 * the remaining files continue in a new process. Files are read by rank, so that files in deep folders do not use up
 * time needed for the root lockfile. Within a rank, small files come first. Reading stops when the files read so far
 * list the maximum number of packages, or when time runs out. Skipped files are recorded. Throws if the signal aborts.
 *
 * @param withinMs time limit for all files, excluding the time spent waiting for other scans' child processes
 */
export async function readManifests(
  { isolation, signal, onProgress }: Pick<InventoryContext, 'isolation' | 'onProgress' | 'signal'>,
  { files }: Pick<Snapshot, 'files'>,
  found: readonly FoundFile[],
  withinMs: number = readMs,
): Promise<PackedReadings> {
  const readings = new Map<string, { reading: Buffer } | { unreadable: string; cause?: 'service' }>()
  using clock = createWorkClock({ workMs: withinMs })
  const paths = found.map(({ path }) => path)
  const counts = new Map<string, number>()
  let [listed, bytes] = [0, 0]
  let [settled, listedInOrder] = [0, 0]
  let lostToContent = 0

  function settle(outcome: FileOutcome): void {
    const { path } = outcome
    if (!files.has(path) || readings.has(path)) return
    if ('failure' in outcome) lostToContent += outcome.lostMs ?? 0
    const answer = 'result' in outcome ? ManifestAnswer.safeParse(outcome.result).data : undefined
    if (answer && 'reading' in answer) {
      const reading = Buffer.from(answer.reading, 'base64')
      readings.set(path, { reading })
      bytes += reading.length
      listed += answer.listed
      counts.set(path, answer.listed)
      onProgress?.(Math.min(listed, most))
    } else
      readings.set(path, {
        unreadable: 'failure' in outcome ? outcome.failure : problemOf(path, answer),
        ...('cause' in outcome && { cause: outcome.cause }),
      })
    for (let next = paths[settled]; next !== undefined && readings.has(next); next = paths[settled]) {
      listedInOrder += counts.get(next) ?? 0
      settled += 1
    }
  }

  function isOfSize(path: string, isLarge: boolean): boolean {
    return (files.get(path)?.size ?? 0) >= largeBytes === isLarge
  }

  function* isolatedFiles(batch: readonly string[]): Iterable<IsolatedFile> {
    for (const path of batch) {
      const file = files.get(path)
      if (!file || readings.has(path)) continue
      if (listedInOrder >= most || bytes > packedBytes) return
      if (file.size > inventoryLimits.maxManifestBytes)
        readings.set(path, {
          unreadable: fileReasonText({ code: 'size-limit', size: inventoryLimits.maxManifestBytes / 1024 / 1024 }),
        })
      else yield { path, read: () => file.content, beside, isBeside: (name) => files.has(name) }
    }
  }

  function beside(name: string): Buffer | undefined {
    if (name === manifestList) return Buffer.from(JSON.stringify(paths))
    const file = files.get(name)
    return file && file.size <= inventoryLimits.maxManifestBytes ? file.content : undefined
  }

  try {
    for (const ranked of Map.groupBy(found, rankOf).values()) {
      for (const isLarge of [false, true]) {
        const batch = ranked.map(({ path }) => path).filter((path) => isOfSize(path, isLarge))
        if (batch.length === 0) continue
        await using work = isolation.open(AbortSignal.any([signal, clock.signal]), isLarge ? large : undefined, clock)
        for await (const outcome of work.run('read-manifest', isolatedFiles(batch))) settle(outcome)
      }
    }
  } catch (error) {
    if (signal.aborted || clock.usedUp === undefined) throw error
  }
  signal.throwIfAborted()
  const leftOut =
    bytes > packedBytes
      ? { unreadable: 'was not read, because the other files of the project list too many packages' }
      : outOfTime(lostToContent >= withinMs / 2)
  for (const path of paths) if (!readings.has(path)) readings.set(path, leftOut)
  return readings
}

function problemOf(path: string, answer: Exclude<ManifestAnswer, { reading: string }> | undefined): string {
  if (answer === undefined) return 'could not be read: its reader returned an invalid result'
  if ('unreadable' in answer) return fileReasonText(answer.unreadable)
  const reader = manifestReaders.find((candidate) => candidate.reads(path))
  return `could not be read because of an error in the reader ${reader?.id ?? 'of its format'}. Report it`
}

/**
 * Returns the result for a file that was not read in time. If other project files crashed or stalled child processes
 * during that time, the machine is not considered the cause.
 */
function outOfTime(isOfContent: boolean): { readonly unreadable: string; readonly cause?: 'service' } {
  if (isOfContent)
    return {
      unreadable:
        'was not read, because other files of the project crashed or stalled their parser and used up the time',
    }
  return { unreadable: 'was not read, because no time was left', cause: 'service' }
}
