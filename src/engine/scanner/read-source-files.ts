import { SourceFileFacts, SourceFileReading } from '../analysis/source-file.ts'
import type { IsolatedFile, Isolation } from '../isolation/isolation.ts'
import { createWorkClock } from '../isolation/work-clock.ts'
import { sourceFileLimits } from '../analysis/source-file-limits.ts'
import type { CodeCoverage } from '../model/source-coverage.ts'
import type { SkippedFile, Snapshot } from '../model/snapshot.ts'
import { namespaceOf } from './result-cache.ts'
import type { ResultCache } from './result-cache.ts'
import { importedAside } from './imported-files.ts'
import { knownReadings, type UnknownContent } from './known-readings.ts'
import { LeftOutSource } from './left-out-source.ts'
import { asideRun, moduleSettingsOf } from './module-settings.ts'
import { sourcePathClass } from './source-path-class.ts'
import { storedReadings } from './stored-readings.ts'
import { usedTime } from './used-time.ts'

export interface ReadSourceFilesContext {
  readonly isolation: Isolation
  /** Results from earlier scans. If absent, every file is parsed. */
  readonly fileResults?: ResultCache
}

export interface ReadSourceFilesOptions {
  readonly snapshot: Snapshot
  /** Account that requested the scan. Absent in the CLI. */
  readonly accountId?: string
  readonly signal: AbortSignal
  /** Called with the share of completed files, 0 to 1. */
  readonly onProgress?: (share: number) => void
  /** Overrides `sourceFileLimits.readTimeoutMs`. */
  readonly totalMs?: number
}

/** Parsed source files of a project. */
export interface SourceCode {
  /** Facts by path, in the order of the snapshot. */
  readonly facts: ReadonlyMap<string, SourceFileFacts>
  readonly coverage: CodeCoverage
  /** Source files that could not be read and are coverage gaps. `coverage` names only the first ones. */
  readonly unread: readonly SkippedFile[]
}

/**
 * Parses every source file of a snapshot in child processes, unless a result is stored in the same namespace for the
 * file's content. The coverage lists each file without a result and the reason. `LeftOutSource` decides which of these
 * files are gaps. Throws if the signal aborts.
 */
export async function readSourceFiles(
  { isolation, fileResults }: ReadSourceFilesContext,
  { snapshot, accountId, signal, onProgress, totalMs = sourceFileLimits.readTimeoutMs }: ReadSourceFilesOptions,
): Promise<SourceCode> {
  const sorted = await knownReadings(
    { fileResults, namespace: namespaceOf(snapshot.source, accountId) },
    snapshot,
    signal,
  )
  const leftOut = new LeftOutSource()
  const facts = new Map<string, SourceFileFacts>()
  const settle = (path: string, reading: SourceFileReading) => {
    if ('facts' in reading) facts.set(path, reading.facts)
    else if (reading.notUnderstood.cause === 'complexity')
      leftOut.addUnfinished({ path, reason: reading.notUnderstood.reason })
    else leftOut.addUnreadable({ path, reason: reading.notUnderstood.reason })
  }
  for (const { path } of sorted.tooLarge)
    leftOut.addUnreadable({ path, reason: `it is larger than ${sourceFileLimits.maxFileBytes / 1024 / 1024} MB` })
  for (const [path, reading] of sorted.known) settle(path, reading)

  const total = sorted.known.size + [...sorted.unknown.values()].reduce((count, { files }) => count + files.length, 0)
  let done = sorted.known.size
  const unfinished = new Map([...sorted.unknown.values()].map((unknown) => [firstPath(unknown), unknown]))
  const store = storedReadings(fileResults)
  using clock = createWorkClock({ workMs: totalMs })
  await using work = isolation.open(AbortSignal.any([signal, clock.signal]), undefined, clock)
  try {
    for await (const outcome of work.run('read-source-file', isolatedFiles(smallFirst(sorted.unknown.values())))) {
      const asked = unfinished.get(outcome.path)
      // Child processes are untrusted, so paths that were not requested or were already returned are ignored.
      if (!asked) continue
      unfinished.delete(outcome.path)
      const reading = 'result' in outcome ? SourceFileReading.safeParse(outcome.result).data : undefined
      for (const { path } of asked.files) {
        if (reading) settle(path, reading)
        else
          leftOut.addUnfinished({
            path,
            reason: 'failure' in outcome ? outcome.failure : 'its parser returned an invalid result',
            ...('cause' in outcome && { cause: outcome.cause }),
          })
      }
      if (reading) await store.add(asked.key, reading)
      done += asked.files.length
      onProgress?.(done / total)
    }
  } catch (error) {
    if (signal.aborted || clock.usedUp === undefined) throw error
  }
  signal.throwIfAborted()
  await store.flush()
  const late = usedTime(work, { totalMs, areResultsKept: fileResults !== undefined })
  for (const { files } of unfinished.values()) for (const { path } of files) leftOut.addUnfinished({ path, ...late })
  const setAside = leftOut.setAside
  const imported =
    setAside.length > 0
      ? await importedAside(
          facts,
          [...setAside, ...[...facts.keys()].filter((path) => sourcePathClass(path) === 'aside')],
          signal,
        )
      : undefined
  const used =
    setAside.length > 0
      ? new Set([...(imported ?? []), ...asideRun(new Set([...facts.keys(), ...setAside]), moduleSettingsOf(snapshot))])
      : undefined
  return {
    facts: ordered(facts, snapshot),
    coverage: { files: sorted.files, bytes: sorted.bytes, known: sorted.known.size, ...leftOut.coverage(used) },
    unread: leftOut.gaps(used),
  }
}

const firstPath = ({ files: [first] }: UnknownContent) => first.path

/** Sorts small files first. They are usually hand-written, whereas files that hang their parsers are mostly long. */
function smallFirst(unknown: Iterable<UnknownContent>): UnknownContent[] {
  return [...unknown].sort((a, b) => a.files[0].size - b.files[0].size)
}

/** Yields one file for each distinct combination of content and class. */
function* isolatedFiles(unknown: readonly UnknownContent[]): Iterable<IsolatedFile> {
  for (const {
    files: [file],
  } of unknown)
    yield { path: file.path, read: () => file.content }
}

function ordered(facts: ReadonlyMap<string, SourceFileFacts>, snapshot: Snapshot): Map<string, SourceFileFacts> {
  const inOrder = new Map<string, SourceFileFacts>()
  for (const path of snapshot.files.keys()) {
    const known = facts.get(path)
    if (known) inOrder.set(path, known)
  }
  return inOrder
}
