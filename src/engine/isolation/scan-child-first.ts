import type { Isolation, IsolatedFile, IsolatedWork } from './isolation.ts'
import type { IsolationLimits } from './isolation-limits.ts'
import type { WorkClock } from './work-clock.ts'

/** Limits of work that runs in the scan's child first. */
export interface ChildBounds {
  /** Limits of the children that process the files which fail in the scan's child. They include the time per file. */
  readonly own: Partial<IsolationLimits> & Pick<IsolationLimits, 'fileTimeoutMs'>
  readonly clock?: WorkClock
}

/**
 * Opens work for a few small files. The child that the scan already has processes them, because starting another one
 * takes longer than the work. If a file fails there, for example because it needs more memory, a child with limits of
 * its own processes it, and the result of this attempt counts.
 */
export function openScanChildFirst(
  isolation: Isolation,
  signal: AbortSignal,
  { own, clock }: ChildBounds,
): IsolatedWork {
  const first = isolation.open(signal, { fileTimeoutMs: own.fileTimeoutMs }, clock)
  const second = isolation.open(signal, own, clock)
  return {
    async *run(task, files) {
      const given = new Map<string, IsolatedFile>()
      const failed: IsolatedFile[] = []
      for await (const outcome of first.run(task, remembered(files, given))) {
        const file = 'failure' in outcome ? given.get(outcome.path) : undefined
        if (file) failed.push(file)
        else yield outcome
      }
      if (failed.length > 0) yield* second.run(task, failed)
    },
    get computedMs() {
      return first.computedMs + second.computedMs
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([first[Symbol.asyncDispose](), second[Symbol.asyncDispose]()])
    },
  }
}

function* remembered(files: Iterable<IsolatedFile>, given: Map<string, IsolatedFile>): Iterable<IsolatedFile> {
  for (const file of files) {
    given.set(file.path, file)
    yield file
  }
}
