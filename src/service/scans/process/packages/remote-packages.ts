import type { WorkClock } from '../../../../engine/isolation/work-clock.ts'
import type { SharedPackages, SharedReadOptions } from '../../../../engine/scanner/reachability/package-reader.ts'
import { type PackageResult, PackageTask } from './package-messages.ts'

/** Sends a task to the worker. Calls `onWait` when the read starts or stops to wait for a child process. */
export type AskForPackage = (task: PackageTask, onWait: (isWaiting: boolean) => void) => Promise<PackageResult>

type Clock = Pick<WorkClock, 'pause' | 'work'>

/**
 * Reads published packages in another process, because this one may have parsed hostile bytes.
 *
 * @param scanClock clock of the scan. Like the clock of each read, it stops while the other process waits
 */
export function remotePackages(ask: AskForPackage, scanClock: Clock): SharedPackages {
  async function read(task: PackageTask, { clock, signal }: SharedReadOptions): Promise<PackageResult> {
    if (!PackageTask.safeParse(task).success) return { failure: 'its name or its version is too long' }
    using part = new ClockedPart([clock, scanClock])
    return await untilAborted(
      ask(task, (isWaiting) => part.change(isWaiting)),
      signal,
    )
  }
  return {
    async summarize({ ecosystem, name, version }, options) {
      const result = await read({ task: 'summarize', version: { ecosystem, name, version } }, options)
      if ('summary' in result) return { ...result, summary: Buffer.from(result.summary, 'base64') }
      return 'problem' in result || 'failure' in result ? result : otherResult
    },
    async derive({ ecosystem, name, advisoryId, fixedVersion }, options) {
      const result = await read({ task: 'derive', fix: { ecosystem, name, advisoryId, fixedVersion } }, options)
      return 'record' in result || 'failure' in result ? result : otherResult
    },
  }
}

const otherResult = { failure: 'the result of reading it is invalid' }

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

function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort))
  })
}
