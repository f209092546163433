import { GrowingIntegers } from '../ir/growing-array.ts'
import { PairSet } from '../ir/pair-set.ts'

/**
 * Maximum number of edges searched linearly for a duplicate. A set of all edges took a fifth of the points-to
 * analysis's memory, and most nodes have at most three edges.
 */
const shortChain = 8

/** Directed edges between nodes, without duplicates, in insertion order. */
export class CallGraph {
  #first: Int32Array
  #last: Int32Array
  /** Target node of each edge. */
  readonly #to = new GrowingIntegers()
  readonly #next = new GrowingIntegers()
  /** Edges of nodes with more than `shortChain` edges. */
  readonly #known = new PairSet()

  constructor(nodes: number) {
    this.#first = new Int32Array(nodes).fill(-1)
    this.#last = new Int32Array(nodes)
  }

  get count(): number {
    return this.#to.length
  }

  /** Grows the arrays to include this node. */
  grow(node: number): void {
    if (node < this.#first.length) return
    const first = new Int32Array(Math.max(node + 1, this.#first.length + (this.#first.length >> 1))).fill(-1)
    first.set(this.#first)
    const last = new Int32Array(first.length)
    last.set(this.#last)
    this.#first = first
    this.#last = last
  }

  /** Returns false if the edge already exists. */
  add(from: number, to: number): boolean {
    let count = 0
    for (let link = this.#first[from] ?? -1; link >= 0 && count < shortChain; link = this.#next.get(link), count += 1)
      if (this.#to.get(link) === to) return false
    if (count === shortChain && !this.#known.add(from, to)) return false
    const link = this.#to.length
    this.#to.push(to)
    this.#next.push(-1)
    if (this.#first[from] === -1) this.#first[from] = link
    else this.#next.set(this.#last[from] ?? 0, link)
    this.#last[from] = link
    return true
  }

  /** Returns the first edge of a node, or -1 if it has none. */
  first(from: number): number {
    return this.#first[from] ?? -1
  }

  /** Returns the next edge of the same node, or -1 at the end. */
  next(link: number): number {
    return this.#next.get(link)
  }

  to(link: number): number {
    return this.#to.get(link)
  }

  of(from: number): readonly number[] {
    let link = this.first(from)
    if (link < 0) return none
    const found: number[] = []
    for (; link >= 0; link = this.next(link)) found.push(this.to(link))
    return found
  }
}

const none: readonly number[] = []
