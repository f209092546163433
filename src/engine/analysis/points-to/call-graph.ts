import { GrowingIntegers } from '../ir/growing-array.ts'
import { PairSet } from '../ir/pair-set.ts'

/**
 * So many links of one node are looked through for one that may be there. A set of all of them took a fifth of the
 * memory of finding references; most nodes have up to three.
 */
const shortChain = 8

/** Links from nodes to nodes, each once, in the order in which they came. */
export class CallGraph {
  #first: Int32Array
  #last: Int32Array
  /** By link. */
  readonly #to = new GrowingIntegers()
  readonly #next = new GrowingIntegers()
  /** Links of nodes that have more than a short chain of them. */
  readonly #known = new PairSet()

  constructor(nodes: number) {
    this.#first = new Int32Array(nodes).fill(-1)
    this.#last = new Int32Array(nodes)
  }

  /** How many there are. */
  get count(): number {
    return this.#to.length
  }

  /** Makes room for nodes up to this one. */
  grow(node: number): void {
    if (node < this.#first.length) return
    const first = new Int32Array(Math.max(node + 1, this.#first.length + (this.#first.length >> 1))).fill(-1)
    first.set(this.#first)
    const last = new Int32Array(first.length)
    last.set(this.#last)
    this.#first = first
    this.#last = last
  }

  /** False when it was there. */
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

  /** The first link of a node; −1 without. */
  first(from: number): number {
    return this.#first[from] ?? -1
  }

  /** The link after another one of the same node; −1 at the end. */
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
