/** A walk did more work than an ordinary package needs; what was placed until then stands. */
export class WalkLimitReached extends Error {
  override readonly name = 'WalkLimitReached'
}

/**
 * Elementary steps (an edge looked at, a placement tried) that a walk may take. npm's placement rules
 * are exponential for hostile peer sets, and nothing can interrupt synchronous code but itself; a
 * count, unlike a clock, ends every walk of the same registry state at the same place. The 1,290
 * packages of `react-scripts` take 16 million; the whole budget is spent in about 2 seconds.
 */
export class WalkBudget {
  #left: number

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
}
