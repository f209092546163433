import { setTimeout as wait } from 'node:timers/promises'

/** Pause after a turn that failed. */
const pauseMs = 1_000

interface Work {
  /** Whether there is something to do. */
  readonly isWork: () => boolean
  readonly turn: () => Promise<void>
  /** Learns that a turn failed. False ends the loop until the next `goOn`. */
  readonly mayRepeat: (error: unknown) => boolean
}

/** Runs one turn after the other while there is work, and pauses for a second after a turn that failed. */
export class WorkLoop {
  readonly #work: Work
  #running: Promise<void> | undefined

  constructor(work: Work) {
    this.#work = work
  }

  /** Starts the loop unless it runs or has nothing to do. */
  goOn(): void {
    if (this.#running || !this.#work.isWork()) return
    this.#running = this.#turns().finally(() => {
      this.#running = undefined
      // For work that arrived during the last turn.
      this.goOn()
    })
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Resolves when the current run has no more to do. Undefined while nothing runs. */
  get ended(): Promise<void> | undefined {
    return this.#running
  }

  async #turns(): Promise<void> {
    while (this.#work.isWork()) {
      try {
        await this.#work.turn()
      } catch (error) {
        if (!this.#work.mayRepeat(error)) return
        await wait(pauseMs)
      }
    }
  }
}
