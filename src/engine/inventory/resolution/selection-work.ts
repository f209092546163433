import { setImmediate } from 'node:timers/promises'

/** Looks at edges and at versions in all selections of one installation. The whole work takes about 10 seconds. */
const maxWork = 200_000_000

/** Work between two turns of the event loop, which apply the time limit. */
const workPerTurn = 2_000_000

/** Bounds the selection of crates, which is quadratic in the number of dependencies. */
export class SelectionWork {
  readonly #signal: AbortSignal
  #left: number
  #inTurn = 0

  constructor(signal: AbortSignal, most = maxWork) {
    this.#signal = signal
    this.#left = most
  }

  get isUsedUp(): boolean {
    return this.#left < 0
  }

  /** Counts work, and lets the event loop turn. Throws only when the signal aborts. */
  async spend(work: number): Promise<void> {
    this.#left -= work
    this.#inTurn += work
    if (this.#inTurn < workPerTurn) return
    this.#inTurn = 0
    await setImmediate()
    this.#signal.throwIfAborted()
  }
}
