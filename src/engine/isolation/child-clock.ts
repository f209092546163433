import { busyMsOf } from './child-process.ts'

/**
 * Called when the child runs out of time. `mayBeOfMachine` is true if the child got so little CPU time that the machine
 * may be at fault.
 */
type OnExpired = (reason: string, mayBeOfMachine: boolean) => void

/**
 * Limits how long a child may spend on its current file or on its startup. Each file has a CPU time limit, because
 * results must not depend on the machine's load. A child that waits instead of computing is stopped after four times
 * that limit in wall-clock time.
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

  /** Starts the time limit for the child's startup. */
  awaitStart(timeoutMs: number): void {
    this.#restart()
    this.#deadline = setTimeout(
      () => this.#onExpired(`did not start within ${timeoutMs / 1000} s`, true),
      timeoutMs,
    ).unref()
  }

  /** Called when the child is ready. CPU time is counted from this point. */
  ready(): void {
    this.measure()
    this.#busyAtReadyMs = this.#busyMs
  }

  /** Starts the time limit for a file. */
  awaitFile(withinMs: number): void {
    this.#restart()
    this.#deadline = setTimeout(() => this.#endIfBusy(withinMs), withinMs).unref()
  }

  /** Stops the time limit, because the child has no question to answer. */
  rest(): void {
    this.#restart()
  }

  stop(): void {
    clearTimeout(this.#deadline)
  }

  /** Updates the child's CPU time. Keeps the last value if the system does not report it. */
  measure(): void {
    this.#busyMs = busyMsOf(this.#pid) ?? this.#busyMs
  }

  /** CPU time since the child was ready, in milliseconds. */
  get computedMs(): number {
    this.measure()
    return this.#busyMs - this.#busyAtReadyMs
  }

  /** Wall-clock time since the current file or the startup began, in milliseconds. */
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
