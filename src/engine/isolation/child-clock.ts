import { busyMsOf } from './child-process.ts'

/** Reports that the child ran out of time. `mayBeOfMachine`: it had too little processor time to be at fault. */
type OnExpired = (reason: string, mayBeOfMachine: boolean) => void

/**
 * The time of a child for its current file, or for its start. A file has a limit of processor time, so that findings do
 * not depend on the load of the machine. A waiting child has four times that.
 */
export class ChildClock {
  readonly #pid: number | undefined
  readonly #onExpired: OnExpired
  #deadline: NodeJS.Timeout | undefined
  #busyMs = 0
  #busyAtReadyMs = 0
  #busyAtHeadMs = 0
  #headSince = performance.now()

  constructor(pid: number | undefined, onExpired: OnExpired) {
    this.#pid = pid
    this.#onExpired = onExpired
  }

  /** Starts the time for the start of the child. */
  awaitStart(timeoutMs: number): void {
    this.#restart()
    this.#deadline = setTimeout(
      () => this.#onExpired(`did not start within ${timeoutMs / 1000} s`, true),
      timeoutMs,
    ).unref()
  }

  /** The child is ready. Its processor time counts from now on. */
  ready(): void {
    this.measure()
    this.#busyAtReadyMs = this.#busyMs
  }

  /** Starts the time for a file. */
  awaitFile(withinMs: number): void {
    this.#restart()
    this.#deadline = setTimeout(() => this.#endIfBusy(withinMs), withinMs).unref()
  }

  /** Stops the time, because no question is open. */
  rest(): void {
    this.#restart()
  }

  stop(): void {
    clearTimeout(this.#deadline)
  }

  /** Reads the processor time of the child. If the system does not provide it, the last value stays. */
  measure(): void {
    this.#busyMs = busyMsOf(this.#pid) ?? this.#busyMs
  }

  /** Processor time since the child was ready, in milliseconds. */
  get computedMs(): number {
    this.measure()
    return this.#busyMs - this.#busyAtReadyMs
  }

  /** Wall-clock time since the current file, or the start, began. */
  get elapsedMs(): number {
    return performance.now() - this.#headSince
  }

  #restart(): void {
    this.stop()
    this.#headSince = performance.now()
    this.#busyAtHeadMs = this.#busyMs
  }

  #endIfBusy(withinMs: number): void {
    const total = busyMsOf(this.#pid)
    const computed = total === undefined ? undefined : total - this.#busyAtHeadMs
    const isOver = computed === undefined || computed >= 0.7 * withinMs || this.elapsedMs >= 4 * withinMs
    if (isOver)
      return this.#onExpired(`took longer than ${withinMs / 1000} s`, computed === undefined || computed < withinMs / 2)
    this.#deadline = setTimeout(() => this.#endIfBusy(withinMs), withinMs / 2).unref()
  }
}
