import type { Adjacency, TaintGraph } from './taint-graph.ts'

/** A path through the taint graph from a source to a state. */
export interface GuardedPath {
  readonly steps: readonly number[]
  /** Index of the source where the path starts. */
  readonly entry: number
}

export interface GuardedPathsContext {
  readonly graph: TaintGraph
  /** Steps grouped by the state that they leave. `into` groups them by the state that they enter. */
  readonly outOf: Adjacency
  readonly into: Adjacency
  /** Index of the source that starts in a state, by state. */
  readonly beginnings: ReadonlyMap<number, number>
  /** Reports whether a state may carry the taint kind at all. */
  readonly carries: (state: number) => boolean
  /** Reports whether a guard clears the taint kind at a step. Expensive. */
  readonly isCleared: (step: number) => boolean
  /** Called regularly; true if time ran out. */
  readonly isOver: () => boolean
}

/** Number of guards evaluated between two clock checks. These take place about every 20 ms. */
const guardsBetween = 256

const noSteps: ReadonlySet<number> = new Set()

/** Distance of a state that no source reaches, even if guards are ignored. */
const nowhere = -1

/**
 * Finds the shortest paths that one taint kind takes from sources to states despite guards. Searches backward with A*.
 * The admissible heuristic is a state's distance from the nearest source if guards are ignored, so guards are evaluated
 * only along candidate paths. On 5 MB bundles, these are a fiftieth of all steps.
 */
export class GuardedPaths {
  readonly #context: GuardedPathsContext
  /** For each state, the number of steps from the nearest source if guards are ignored. */
  readonly #distances: Int32Array
  /**
   * For each state, the step that leads from it toward the target. `#searches` holds the number of the search that set
   * it.
   */
  readonly #taken: Int32Array
  readonly #searches: Int32Array
  #search = 0
  /** States proven unreachable. `#isReached` marks the states proven reachable. */
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

  /** True if time ran out. A path may then exist even if none was found. */
  get isCut(): boolean {
    return this.#isCut
  }

  /**
   * Returns the number of steps from the nearest source if guards are ignored, or -1 if no source reaches the state.
   */
  distance(state: number): number {
    return this.#distances[state] ?? nowhere
  }

  /** Reports whether a source reaches a state. The search stops at any state already known to be reachable. */
  isReached(state: number): boolean {
    if (this.#isReached[state] === 1) return true
    const begin = this.#begin(state, (from) => this.#isReached[from] === 1)
    if (begin === undefined) return false
    const { graph } = this.#context
    for (let at = begin; at !== state; at = graph.to(this.#taken[at] ?? 0)) this.#isReached[at] = 1
    this.#isReached[state] = 1
    return true
  }

  /** Returns the shortest path to a state that avoids the given steps. Undefined if guards block all paths. */
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

  /** Searches backward from a state. Stops at a source's start state, or at a state accepted by `willDo`. */
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
    /** Open steps, grouped by how much longer their path is than the shortest one. Each group is a stack. */
    const waiting: number[][] = [[]]
    const closed = [target]
    const gone = new Map([[target, 0]])
    const expand = (state: number) => {
      const length = (gone.get(state) ?? 0) + 1
      // Pushed in reverse, so that the first of equally good steps is popped first.
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
    // The search was exhaustive, so every visited state is unreachable.
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
