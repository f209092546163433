import { GrowingIntegers } from '../../analysis/ir/growing-array.ts'
import { reachabilityLimits } from '../reachability-limits.ts'
import { LimitExceeded } from './limit-exceeded.ts'

/** Bits that a variable's value may hold: the lower half are object bits, the upper half fetched bits. */
export const objectBits = 0xffff
/** Shift from an object bit to the fetched bit of the same package. */
export const fetchedShift = 16
/** Edge that turns object bits into fetched bits. */
const fetching = 0

/**
 * Bits that flow along edges between variables. Every edge is followed at most once for each bit, so the cost is linear
 * in the edges.
 */
export class FlowGraph {
  readonly #bits = new GrowingIntegers(1 << 16)
  readonly #first = new GrowingIntegers(1 << 16)
  readonly #next = new GrowingIntegers(1 << 16)
  readonly #targets = new GrowingIntegers(1 << 16)
  readonly #masks = new GrowingIntegers(1 << 16)
  readonly #changed: number[] = []
  readonly #watchers = new Map<number, () => void>()
  readonly #woken = new Set<() => void>()

  /** Adds variables without bits. Returns the first one. */
  add(count: number): number {
    const first = this.#bits.length
    for (let added = 0; added < count; added += 1) {
      this.#bits.push(0)
      this.#first.push(-1)
    }
    return first
  }

  bitsOf(variable: number): number {
    return this.#bits.get(variable)
  }

  /** Calls `run` in `flow` after bits of the variable changed. */
  watch(variable: number, run: () => void): void {
    this.#watchers.set(variable, run)
    if (this.bitsOf(variable) !== 0) this.#woken.add(run)
  }

  mark(variable: number, bits: number): void {
    const before = this.#bits.get(variable)
    if ((before | bits) === before) return
    this.#bits.set(variable, before | bits)
    this.#changed.push(variable)
  }

  /** Adds an edge that passes the bits of `mask`. */
  edge(from: number, to: number, mask = -1): void {
    if (from === to && mask !== fetching) return
    const edge = this.#targets.length
    if (edge >= reachabilityLimits.maxEdges) throw new LimitExceeded('flow edges')
    this.#targets.push(to)
    this.#masks.push(mask)
    this.#next.push(this.#first.get(from))
    this.#first.set(from, edge)
    this.#pass(edge, this.#bits.get(from))
  }

  /** Adds an edge to a value that is fetched from `from` under an unknown key. */
  fetchEdge(from: number, to: number): void {
    this.edge(from, to, fetching)
  }

  /** Passes all bits on, and calls the watchers. Returns true if a watcher was called. */
  flow(): boolean {
    for (let variable = this.#changed.pop(); variable !== undefined; variable = this.#changed.pop()) {
      const bits = this.#bits.get(variable)
      for (let edge = this.#first.get(variable); edge >= 0; edge = this.#next.get(edge)) this.#pass(edge, bits)
      const watcher = this.#watchers.size === 0 ? undefined : this.#watchers.get(variable)
      if (watcher) this.#woken.add(watcher)
    }
    const woken = [...this.#woken]
    this.#woken.clear()
    for (const run of woken) run()
    return woken.length > 0
  }

  #pass(edge: number, bits: number): void {
    const mask = this.#masks.get(edge)
    this.mark(this.#targets.get(edge), mask === fetching ? (bits & objectBits) << fetchedShift : bits & mask)
  }
}
