import { switchName } from './schemata.ts'

/** Thrown in code that a mutant keeps busy much longer than the original. */
class WorkExceeded extends Error {
  override readonly name = 'WorkExceeded'
}

/** Number of additional switch calls that a mutant may make, beyond ten times the calls without a mutant. */
const grace = 2_000_000

/**
 * The active mutant, the switches that were called, and the number of calls. Work is counted instead of timed, so that
 * a busy machine does not change an outcome.
 */
class Switches {
  active = 0
  /** By mutant ID. Undefined while nothing is recorded. */
  seen: Set<number> | undefined
  asked = 0
  #most = Number.POSITIVE_INFINITY
  isExceeded = false

  /** Resets the count for a test. */
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
