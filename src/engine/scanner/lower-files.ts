import { LoweredFile } from '../analysis/lowered-file.ts'
import type { EncodedModule } from '../analysis/project-container.ts'
import { sourceDialectOf } from '../analysis/source-dialect.ts'
import type { FileOutcome, IsolatedFile, Isolation } from '../isolation/isolation.ts'
import { createWorkClock } from '../isolation/work-clock.ts'
import type { IsolationLimits } from '../isolation/isolation-limits.ts'
import { openScanChildFirst } from '../isolation/scan-child-first.ts'
import { contentDigest } from '../model/content-digest.ts'
import { analysisChildLimits } from '../isolation/analysis-child-limits.ts'
import { taintLimits } from '../analysis/taint-limits.ts'
import { sourceFileLimits } from '../analysis/source-file-limits.ts'
import type { SkippedFile, SnapshotFile } from '../model/snapshot.ts'
import { passingKeyOf } from './result-cache.ts'
import type { ResultNamespace } from './result-cache.ts'
import type { ResultCache } from './result-cache.ts'
import { sourcePathClass } from './source-path-class.ts'
import { usedTime } from './used-time.ts'

export interface LoweringContext {
  readonly isolation: Isolation
  /** Limits of the child processes that lower the files of a large project. */
  readonly bounds: Partial<IsolationLimits>
  /** True if the project is small enough for the scan's child. */
  readonly isSmall: boolean
  readonly fileResults: ResultCache | undefined
  readonly namespace: ResultNamespace
}

export interface LoweringOptions {
  readonly signal: AbortSignal
  /** Time limit for all project files, in milliseconds. */
  readonly totalMs: number
  /** Called with the number of files that were completed since the last call. */
  readonly onDone: (files: number) => void
}

/** File without an intermediate representation, and the reason. */
export type UnloweredFile = SkippedFile

/**
 * Lowers project files to the intermediate representation, part by part. The limits on crashes and time apply to all
 * parts together.
 */
export interface Lowering extends AsyncDisposable {
  /**
   * Returns the modules of files, either from earlier scans or newly lowered. Throws if the signal aborts, but not if
   * the time is used up.
   */
  unitsOf(files: readonly SnapshotFile[]): Promise<readonly EncodedModule[]>
  /** Files that could not be lowered because of their content. */
  readonly missing: readonly UnloweredFile[]
  /** Number of files that were not lowered within the time limit. */
  readonly late: number
}

export function openLowering(
  { isolation, bounds, isSmall, fileResults, namespace }: LoweringContext,
  { signal, totalMs, onDone }: LoweringOptions,
): Lowering {
  const missing: UnloweredFile[] = []
  const clock = createWorkClock({ workMs: totalMs })
  // Each part is analyzed before the next part is lowered. The clock is paused in between, because the analysis has its
  // own time limit.
  let betweenParts = clock.pause()
  let late = 0
  // The time limit per file is just enough for the largest files, so a file that never finishes costs no more than one
  // of these. The child processes must stay small, because all modules of a part are in memory at the same time.
  const own = { ...bounds, fileTimeoutMs: analysisChildLimits.fileTimeoutMs, retireAtBytes: taintLimits.retireAtBytes }
  const until = AbortSignal.any([signal, clock.signal])
  const work = isSmall ? openScanChildFirst(isolation, until, { own, clock }) : isolation.open(until, own, clock)

  async function addBatch(files: readonly SnapshotFile[], units: EncodedModule[]): Promise<void> {
    signal.throwIfAborted()
    const keys = new Map(files.map((file) => [file.path, keyOf(fileResults, namespace, file)]))
    const found = await fileResults?.findUnits([...keys.values()])
    const unknown = new Map<string, IsolatedFile>()
    for (const file of files) {
      const unit = found?.get(keys.get(file.path)?.toString('hex') ?? '')
      if (unit) units.push({ path: file.path, unit })
      else unknown.set(file.path, { path: file.path, read: () => file.content })
    }
    onDone(files.length - unknown.size)
    const made: { readonly key: Buffer; readonly unit: Buffer }[] = []
    try {
      for await (const outcome of work.run('lower-source-file', [...unknown.values()])) {
        const key = keys.get(outcome.path)
        if (!key || !unknown.delete(outcome.path)) continue
        const lowered = loweredFrom(outcome)
        if ('unit' in lowered) {
          units.push({ path: outcome.path, unit: lowered.unit })
          made.push({ key, unit: lowered.unit })
        } else if (lowered.reason !== undefined)
          missing.push({
            path: outcome.path,
            reason: lowered.reason,
            ...('cause' in outcome && { cause: outcome.cause }),
          })
        onDone(1)
      }
    } catch (error) {
      if (signal.aborted || clock.usedUp === undefined) throw error
    }
    signal.throwIfAborted()
    const reasonOfLate = usedTime(work, { totalMs, areResultsKept: fileResults !== undefined })
    for (const path of unknown.keys()) missing.push({ path, ...reasonOfLate })
    late += unknown.size
    onDone(unknown.size)
    await fileResults?.keepUnits(made)
  }

  return {
    missing,
    get late() {
      return late
    },
    async unitsOf(files) {
      const units: EncodedModule[] = []
      betweenParts[Symbol.dispose]()
      // Small files come first. They are usually hand-written, whereas files that keep parsers busy are mostly long.
      const sorted = [...files].sort((a, b) => a.size - b.size)
      try {
        for (let start = 0; start < sorted.length; start += sourceFileLimits.maxModulesPerQuery)
          await addBatch(sorted.slice(start, start + sourceFileLimits.maxModulesPerQuery), units)
      } finally {
        betweenParts = clock.pause()
      }
      return units
    },
    async [Symbol.asyncDispose]() {
      clock[Symbol.dispose]()
      await work[Symbol.asyncDispose]()
    },
  }
}

/**
 * Returns the module, or the reason why it is missing. The reason is undefined if reading the file already reported it,
 * for example as a different language or a syntax error.
 */
function loweredFrom(outcome: FileOutcome): { readonly unit: Buffer } | { readonly reason: string | undefined } {
  if ('failure' in outcome) return { reason: outcome.failure }
  const lowered = LoweredFile.safeParse(outcome.result).data
  if (!lowered) return { reason: 'its parser returned an invalid result' }
  if ('unit' in lowered) return { unit: Buffer.from(lowered.unit, 'base64') }
  return { reason: lowered.notUnderstood.cause === 'complexity' ? lowered.notUnderstood.reason : undefined }
}

function keyOf(fileResults: ResultCache | undefined, namespace: ResultNamespace, file: SnapshotFile): Buffer {
  const keyed = {
    pathClass: `unit ${sourceDialectOf(file)} ${sourcePathClass(file.path)}`,
    contentDigest: contentDigest(file),
  }
  return fileResults?.keyOf(namespace, keyed) ?? passingKeyOf(keyed)
}
