import { switchName } from './schemata.ts'

/** Thrown into code that a mutant keeps busy for much longer than it was without. */
class WorkExceeded extends Error {
  override readonly name = 'WorkExceeded'
}

/** Switches asked at most this often beyond ten times what a test asks without a mutant. */
const grace = 2_000_000

/**
 * The active mutant, which switches were asked, and how often: work is counted, not timed, so that a busy machine
 * changes no outcome.
 */
class Switches {
  active = 0
  /** By id; undefined while nobody records. */
  seen: Set<number> | undefined
  asked = 0
  #most = Number.POSITIVE_INFINITY
  isExceeded = false

  /** Starts to count for one test. */
  begin(expected: number | undefined): void {
    this.asked = 0
    this.#most = expected === undefined ? Number.POSITIVE_INFINITY : expected * 10 + grace
    this.isExceeded = false
  }

  ask(id: number): boolean {
    this.asked += 1
    if (this.asked > this.#most) {
      this.isExceeded = true
      throw new WorkExceeded('A mutant works without end.')
    }
    this.seen?.add(id)
    return id === this.active
  }
}

export const switches = new Switches()
Object.assign(globalThis, { [switchName]: (id: number) => switches.ask(id) })
