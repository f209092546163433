/** Thrown if a walk takes more work than any ordinary package needs. Earlier placements are kept. */
export class WalkLimitReached extends Error {
  override readonly name = 'WalkLimitReached'
}

/**
 * Counts a walk's elementary steps, such as edge checks. The limit is needed because npm's placement rules take
 * exponential time for hostile peer sets, and synchronous code cannot be interrupted from outside. Unlike a timer, a
 * counter stops every walk of the same registry state at the same point. The 1,290 packages of `react-scripts` take 16
 * million steps. The whole budget takes about 2 seconds.
 */
export class WalkBudget {
  #left: number
  #depth = 0

  constructor(steps = 500_000_000) {
    this.#left = steps
  }

  get left(): number {
    return this.#left
  }

  spend(steps = 1): void {
    this.#left -= steps
    if (this.#left < 0) throw new WalkLimitReached('placing its dependencies takes too many steps')
  }

  /** Calls a function that may call this method recursively. Throws before the stack overflows. */
  descend(step: () => void): void {
    if (this.#depth >= maxDescent)
      throw new WalkLimitReached(`its overrides reach more than ${maxDescent} packages in a row`)
    this.#depth += 1
    try {
      step()
    } finally {
      this.#depth -= 1
    }
  }
}

/** Maximum recursion depth. Each level takes a few stack frames. */
const maxDescent = 500
