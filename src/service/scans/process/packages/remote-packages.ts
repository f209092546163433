import type { WorkClock } from '../../../../engine/isolation/work-clock.ts'
import type { SharedPackages, SharedReadOptions } from '../../../../engine/scanner/reachability/package-reader.ts'
import { untilAborted } from '../until-aborted.ts'
import { type PackageAnswer, PackageTask } from './package-messages.ts'

/** Sends a task to the worker. Calls `onWait` when the read starts or stops to wait for a child process. */
export type AskForPackage = (task: PackageTask, onWait: (isWaiting: boolean) => void) => Promise<PackageAnswer>

type Clock = Pick<WorkClock, 'pause' | 'work'>

/**
 * Reads published packages in another process, because this one may have parsed hostile bytes.
 *
 * @param scanClock clock of the scan. Like the clock of each read, it stops while the other process waits
 */
export function remotePackages(ask: AskForPackage, scanClock: Clock): SharedPackages {
  async function read(task: PackageTask, { clock, signal }: SharedReadOptions): Promise<PackageAnswer> {
    if (!PackageTask.safeParse(task).success) return { failure: 'its name or its version is too long' }
    using part = new ClockedPart([clock, scanClock])
    try {
      return await untilAborted(
        ask(task, (isWaiting) => part.change(isWaiting)),
        signal,
      )
    } catch {
      signal.throwIfAborted()
      return { failure: 'the service could not read it' }
    }
  }
  return {
    summarize: ({ ecosystem, name, version }, options) =>
      read({ task: 'summarize', version: { ecosystem, name, version } }, options),
    derive: ({ ecosystem, name, advisoryId, fixedVersion }, options) =>
      read({ task: 'derive', fix: { ecosystem, name, advisoryId, fixedVersion } }, options),
  }
}

/** Part of the work that is working or waiting, on several clocks. */
class ClockedPart implements Disposable {
  readonly #clocks: readonly Clock[]
  #marks: readonly Disposable[]
  #isOver = false

  constructor(clocks: readonly Clock[]) {
    this.#clocks = clocks
    this.#marks = clocks.map((clock) => clock.work())
  }

  change(isWaiting: boolean): void {
    if (!this.#isOver) this.#mark(this.#clocks.map((clock) => (isWaiting ? clock.pause() : clock.work())))
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#mark([])
  }

  #mark(marks: readonly Disposable[]): void {
    const before = this.#marks
    this.#marks = marks
    for (const mark of before) mark[Symbol.dispose]()
  }
}
