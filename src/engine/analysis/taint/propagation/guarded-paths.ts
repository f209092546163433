import type { Adjacency, TaintGraph } from './taint-graph.ts'

/** A way through a graph of taint from an entry to a state. */
export interface GuardedPath {
  readonly steps: readonly number[]
  /** Index of the entry at its beginning. */
  readonly entry: number
}

export interface GuardedPathsContext {
  readonly graph: TaintGraph
  /** Steps by the state that they come from, and by the one that they lead to. */
  readonly outOf: Adjacency
  readonly into: Adjacency
  /** By state: the entry that begins there. */
  readonly beginnings: ReadonlyMap<number, number>
  /** Whether a state may carry the kind of harm at all. */
  readonly carries: (state: number) => boolean
  /** Whether a guard clears the kind of harm at a step: what costs. */
  readonly isCleared: (step: number) => boolean
  /** Called now and then; true when no time is left. */
  readonly isOver: () => boolean
}

/** Time is looked at after so many guards: some 20 ms of them. */
const guardsBetween = 256

const noSteps: ReadonlySet<number> = new Set()

/** A state that no entry gets to, also where no guard is asked. */
const nowhere = -1

/**
 * Finds the shortest ways by which one kind of harm gets from entries to states although guards are asked, back from
 * the states. How far each state is from an entry where no guard is asked leads the search, so that guards are asked
 * about the steps of the way and where they bar it, instead of wherever taint gets (A*, with a distance that never
 * promises too little). Over bundles of 5 MB a fiftieth of all steps.
 */
export class GuardedPaths {
  readonly #context: GuardedPathsContext
  /** By state: steps from the nearest entry, no guard being asked. */
  readonly #distances: Int32Array
  /** By state: the step out of it that a search took, and the search. */
  readonly #taken: Int32Array
  readonly #searches: Int32Array
  #search = 0
  /** States that no way leads to, and those that one leads to, for certain. */
  readonly #isBarred: Uint8Array
  readonly #isReached: Uint8Array
  #asked = 0
  #isCut = false

  constructor(context: GuardedPathsContext) {
    this.#context = context
    const { stateCount } = context.graph
    this.#distances = distancesFrom(context)
    this.#taken = new Int32Array(stateCount)
    this.#searches = new Int32Array(stateCount)
    this.#isBarred = new Uint8Array(stateCount)
    this.#isReached = new Uint8Array(stateCount)
  }

  /** No time was left: where no way was found, there may be one. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** Steps from the nearest entry, where no guard is asked; −1 where none leads there. */
  distance(state: number): number {
    return this.#distances[state] ?? nowhere
  }

  /** Whether any way leads to a state: one that goes on from where another way got to will do. */
  isReached(state: number): boolean {
    if (this.#isReached[state] === 1) return true
    const begin = this.#begin(state, (from) => this.#isReached[from] === 1)
    if (begin === undefined) return false
    const { graph } = this.#context
    for (let at = begin; at !== state; at = graph.to(this.#taken[at] ?? 0)) this.#isReached[at] = 1
    this.#isReached[state] = 1
    return true
  }

  /** The shortest way to a state, without some steps; undefined where guards bar all of them. */
  wayTo(state: number, without: ReadonlySet<number> = noSteps): GuardedPath | undefined {
    const begin = this.#begin(state, () => false, without)
    if (begin === undefined) return undefined
    const { graph, beginnings } = this.#context
    const steps: number[] = []
    for (let at = begin; at !== state; at = graph.to(steps.at(-1) ?? 0)) {
      this.#isReached[at] = 1
      steps.push(this.#taken[at] ?? 0)
    }
    this.#isReached[state] = 1
    return { steps, entry: beginnings.get(begin) ?? 0 }
  }

  /** Searches back from a state to one at which an entry begins, or to one that will do. */
  #begin(
    target: number,
    willDo: (state: number) => boolean,
    without: ReadonlySet<number> = noSteps,
  ): number | undefined {
    const { graph, into, isCleared } = this.#context
    const nearest = this.distance(target)
    if (nearest < 0 || this.#isBarred[target] === 1 || this.#isCut) return undefined
    this.#search += 1
    this.#searches[target] = this.#search
    if (nearest === 0) return target
    /**
     * Steps that are yet to be gone back, by how much longer than the shortest their way is; those that came last
     * first.
     */
    const waiting: number[][] = [[]]
    const closed = [target]
    const gone = new Map([[target, 0]])
    const expand = (state: number) => {
      const length = (gone.get(state) ?? 0) + 1
      // Of steps that are as good, the first one is gone back first.
      for (let index = into.start(state + 1) - 1, first = into.start(state); index >= first; index -= 1) {
        const step = into.at(index)
        const from = graph.from(step)
        const distance = this.distance(from)
        if (distance < 0 || this.#searches[from] === this.#search || this.#isBarred[from] === 1) continue
        const more = length + distance - nearest
        const known = (waiting[more] ??= [])
        known.push(step, length)
      }
    }
    expand(target)
    for (let more = 0; more < waiting.length; more += 1) {
      const steps = waiting[more] ?? []
      for (
        let length = steps.pop(), step = steps.pop();
        length !== undefined && step !== undefined;
        length = steps.pop(), step = steps.pop()
      ) {
        const from = graph.from(step)
        if (this.#searches[from] === this.#search || this.#isBarred[from] === 1) continue
        if (this.#isTimeOver()) return undefined
        if (without.has(step) || isCleared(step)) continue
        this.#searches[from] = this.#search
        this.#taken[from] = step
        if (this.distance(from) === 0 || willDo(from)) return from
        closed.push(from)
        gone.set(from, length)
        expand(from)
      }
    }
    // All that leads to any of these was gone back.
    if (without.size === 0) for (const state of closed) this.#isBarred[state] = 1
    return undefined
  }

  #isTimeOver(): boolean {
    this.#asked += 1
    this.#isCut ||= this.#asked % guardsBetween === 0 && this.#context.isOver()
    return this.#isCut
  }
}

function distancesFrom({ graph, outOf, beginnings, carries }: GuardedPathsContext): Int32Array {
  const distances = new Int32Array(graph.stateCount).fill(nowhere)
  const waiting: number[] = []
  for (const state of beginnings.keys()) {
    if (!carries(state)) continue
    distances[state] = 0
    waiting.push(state)
  }
  for (let at = 0; at < waiting.length; at += 1) {
    const state = waiting[at] ?? 0
    const distance = (distances[state] ?? 0) + 1
    for (let at = outOf.start(state), end = outOf.start(state + 1); at < end; at += 1) {
      const to = graph.to(outOf.at(at))
      if (distances[to] !== nowhere || !carries(to)) continue
      distances[to] = distance
      waiting.push(to)
    }
  }
  return distances
}
