import { GrowingIntegers } from '../../ir/growing-array.ts'
import { PairMap } from '../../ir/pair-map.ts'

/** A value, how its function was entered, and what it may carry. */
export interface TaintState {
  readonly node: number
  readonly context: number
  /** Number in `Shapes`. */
  readonly shape: number
}

/**
 * Everything that taint reaches, step by step, before guards are asked: states, and between them steps that say which
 * value was taken by which node in which region.
 */
export class TaintGraph {
  readonly #nodes = new GrowingIntegers()
  readonly #contexts = new GrowingIntegers()
  readonly #shapes = new GrowingIntegers()
  /** Pairs of context and shape, numbered; by node and such a pair: the state. */
  readonly #pairs = new PairMap()
  readonly #index = new PairMap()
  /** By node and context: how many shapes were met. */
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

  /** The number of a state. */
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

  /** The number of a state that was met; −1 else. */
  known(node: number, context: number, shape: number): number {
    const pair = this.#pairs.get(context, shape)
    return pair < 0 ? -1 : this.#index.get(node, pair)
  }

  /** With how many shapes a value was met. */
  shapesOf(node: number, context: number): number {
    return Math.max(this.#met.get(node, context), 0)
  }

  /**
   * A step; its value is that of the state it comes from. `user` is −1 where no node takes it, as between attributes.
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

  /** Steps by the state that they lead to. Remembered: asked once no step is added any more. */
  stepsInto(): Adjacency {
    return (this.#into ??= new Adjacency(this.stateCount, this.stepCount, (step) => this.#to.get(step)))
  }

  /** Steps by the state that they come from. Remembered likewise. */
  stepsOutOf(): Adjacency {
    return (this.#outOf ??= new Adjacency(this.stateCount, this.stepCount, (step) => this.#from.get(step)))
  }
}

/** Steps, ordered by a state of each. */
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
   * Where the steps of a state begin; they end where those of the next state begin. With `at` for who goes through all
   * states: no view is made for each.
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
