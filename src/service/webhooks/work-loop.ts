import { setTimeout as wait } from 'node:timers/promises'

/** Pause after a failed turn. */
const pauseMs = 1_000

interface Work {
  readonly isWork: () => boolean
  readonly turn: () => Promise<void>
  /** Handles a failed turn. Returns false to end the loop until the next `goOn`. */
  readonly mayRepeat: (error: unknown) => boolean
}

/** Runs turns one at a time while there is work. Pauses for a second after a failed turn. */
export class WorkLoop {
  readonly #work: Work
  #running: Promise<void> | undefined

  constructor(work: Work) {
    this.#work = work
  }

  /** Starts the loop unless it is running or there is no work. */
  goOn(): void {
    if (this.#running || !this.#work.isWork()) return
    this.#running = this.#turns().finally(() => {
      this.#running = undefined
      // Covers work that arrived during the last turn.
      this.goOn()
    })
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Resolves when the current run has finished all work. Undefined if the loop is not running. */
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
