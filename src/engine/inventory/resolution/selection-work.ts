import { setImmediate } from 'node:timers/promises'

/**
 * Maximum number of visited edges and versions in all attempts of an installation. Using up this budget takes about 10
 * seconds.
 */
const maxWork = 200_000_000

/** Amount of work between two yields to the event loop. Yielding lets the time limit take effect. */
const workPerTurn = 2_000_000

/** Limits the work of selecting crates, which is quadratic in the number of dependencies. */
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

  /** Spends work, and yields to the event loop regularly. Throws only if the signal aborts. */
  async spend(work: number): Promise<void> {
    this.#left -= work
    this.#inTurn += work
    if (this.#inTurn < workPerTurn) return
    this.#inTurn = 0
    await setImmediate()
    this.#signal.throwIfAborted()
  }
}
