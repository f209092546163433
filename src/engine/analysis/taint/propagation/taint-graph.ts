import { GrowingIntegers } from '../../ir/growing-array.ts'
import { PairMap } from '../../ir/pair-map.ts'

/** A tainted value, its calling context, and its shape. */
export interface TaintState {
  readonly node: number
  readonly context: number
  /** Number of the shape in `Shapes`. */
  readonly shape: number
}

/**
 * Graph of all tainted states before guards are evaluated. Each step records the node that used a value and the region
 * of that use.
 */
export class TaintGraph {
  readonly #nodes = new GrowingIntegers()
  readonly #contexts = new GrowingIntegers()
  readonly #shapes = new GrowingIntegers()
  /** `#pairs` numbers each pair of context and shape. `#index` maps a node and a pair number to a state. */
  readonly #pairs = new PairMap()
  readonly #index = new PairMap()
  /** Number of shapes by node and context. */
  readonly #met = new PairMap()
  readonly #from = new GrowingIntegers()
  readonly #to = new GrowingIntegers()
  readonly #users = new GrowingIntegers()
  readonly #regions = new GrowingIntegers()
  #into: Adjacency | undefined
  #outOf: Adjacency | undefined

  get stateCount(): number {
    return this.#nodes.length
  }

  get stepCount(): number {
    return this.#from.length
  }

  /** Returns the number of a state, and adds it if it is new. */
  state(node: number, context: number, shape: number): number {
    const pair = this.#pairs.getOrAdd(context, shape, this.#pairs.size)
    const number = this.#nodes.length
    const known = this.#index.getOrAdd(node, pair, number)
    if (known !== number) return known
    this.#nodes.push(node)
    this.#contexts.push(context)
    this.#shapes.push(shape)
    this.#met.increase(node, context)
    return number
  }

  /** Returns the number of an existing state, or -1. */
  known(node: number, context: number, shape: number): number {
    const pair = this.#pairs.get(context, shape)
    return pair < 0 ? -1 : this.#index.get(node, pair)
  }

  /** Returns how many shapes a value has. */
  shapesOf(node: number, context: number): number {
    return Math.max(this.#met.get(node, context), 0)
  }

  /**
   * Adds a step. The value that it propagates is the node of the state that it leaves. `user` is -1 if no node uses the
   * value, as between attributes.
   */
  step(from: number, to: number, user: number, region: number): void {
    this.#from.push(from)
    this.#to.push(to)
    this.#users.push(user)
    this.#regions.push(region)
  }

  nodeOf(state: number): number {
    return this.#nodes.get(state)
  }

  contextOf(state: number): number {
    return this.#contexts.get(state)
  }

  shapeOf(state: number): number {
    return this.#shapes.get(state)
  }

  from(step: number): number {
    return this.#from.get(step)
  }

  to(step: number): number {
    return this.#to.get(step)
  }

  user(step: number): number {
    return this.#users.get(step)
  }

  region(step: number): number {
    return this.#regions.get(step)
  }

  /** Returns the steps by the state that they enter. Cached; call it only after the last step is added. */
  stepsInto(): Adjacency {
    return (this.#into ??= new Adjacency(this.stateCount, this.stepCount, (step) => this.#to.get(step)))
  }

  /** Returns the steps by the state that they leave. Cached like `stepsInto`. */
  stepsOutOf(): Adjacency {
    return (this.#outOf ??= new Adjacency(this.stateCount, this.stepCount, (step) => this.#from.get(step)))
  }
}

/** Steps grouped by state. */
export class Adjacency {
  readonly #starts: Int32Array
  readonly #steps: Int32Array

  constructor(states: number, steps: number, stateOf: (step: number) => number) {
    this.#starts = new Int32Array(states + 1)
    this.#steps = new Int32Array(steps)
    for (let step = 0; step < steps; step += 1) {
      const at = stateOf(step) + 1
      this.#starts[at] = (this.#starts[at] ?? 0) + 1
    }
    for (let state = 0; state < states; state += 1)
      this.#starts[state + 1] = (this.#starts[state + 1] ?? 0) + (this.#starts[state] ?? 0)
    const next = this.#starts.slice()
    for (let step = 0; step < steps; step += 1) {
      const state = stateOf(step)
      const at = next[state] ?? 0
      this.#steps[at] = step
      next[state] = at + 1
    }
  }

  /**
   * Returns the index of a state's first step. The state's steps end where the next state's steps start. Together with
   * `at`, this avoids one array view per state.
   */
  start(state: number): number {
    return this.#starts[state] ?? 0
  }

  at(index: number): number {
    return this.#steps[index] ?? 0
  }

  of(state: number): Int32Array {
    return this.#steps.subarray(this.#starts[state], this.#starts[state + 1])
  }
}
