import { GrowingIntegers } from '../ir/growing-array.ts'

/**
 * More than this many and nobody knows what a value is: further ones are not kept. Of names of what is outside few:
 * over a library of schemas 40 of each made half of all steps.
 */
const most = 17
const maxNames = 6

/**
 * Sets of tokens by node. Most are empty or have one member: the first one stands in an array, others in a chain, in
 * the order in which they came.
 */
export class TokenSets {
  #first: Int32Array
  #counts: Uint8Array
  /** How many names of what is outside each has. */
  #names: Uint8Array
  /** How many of each were taken. */
  #taken: Uint8Array
  /** Bits of what is in it: where a token's is missing, it is certainly new. */
  #bits: Int32Array
  #chains: Int32Array
  readonly #tokens = new GrowingIntegers()
  readonly #next = new GrowingIntegers()
  /** Nodes that did not keep a token because they have too many. */
  readonly #overfull = new Set<number>()

  constructor(nodes: number) {
    this.#first = new Int32Array(nodes).fill(-1)
    this.#chains = new Int32Array(nodes).fill(-1)
    this.#bits = new Int32Array(nodes)
    this.#counts = new Uint8Array(nodes)
    this.#names = new Uint8Array(nodes)
    this.#taken = new Uint8Array(nodes)
  }

  /** Makes room for nodes up to this one. */
  grow(node: number): void {
    if (node < this.#first.length) return
    const length = Math.max(node + 1, this.#first.length + (this.#first.length >> 1))
    const integers = (from: Int32Array, filling: number) => {
      const grown = new Int32Array(length)
      if (filling !== 0) grown.fill(filling)
      grown.set(from)
      return grown
    }
    const bytes = (from: Uint8Array) => {
      const grown = new Uint8Array(length)
      grown.set(from)
      return grown
    }
    this.#first = integers(this.#first, -1)
    this.#chains = integers(this.#chains, -1)
    this.#bits = integers(this.#bits, 0)
    this.#counts = bytes(this.#counts)
    this.#names = bytes(this.#names)
    this.#taken = bytes(this.#taken)
  }

  /** False when it was there, or there is no room for it. `isName`: it is a name of what is outside. */
  add(node: number, token: number, isName: boolean): boolean {
    const count = this.#counts[node] ?? 0
    if (count >= most) {
      if (!this.#overfull.has(node) && !this.#has(node, token)) this.#overfull.add(node)
      return false
    }
    if (isName && (this.#names[node] ?? 0) >= maxNames) return false
    const bits = this.#bits[node] ?? 0
    const bit = 1 << ((token ^ (token >>> 5)) & 31)
    if ((bits & bit) !== 0 && this.#has(node, token)) return false
    this.#bits[node] = bits | bit
    this.#counts[node] = count + 1
    if (isName) this.#names[node] = (this.#names[node] ?? 0) + 1
    if (count === 0) {
      this.#first[node] = token
      return true
    }
    const cell = this.#tokens.length
    this.#tokens.push(token)
    this.#next.push(-1)
    let last = this.#chains[node] ?? -1
    if (last < 0) this.#chains[node] = cell
    else {
      for (let next = this.#next.get(last); next >= 0; next = this.#next.get(next)) last = next
      this.#next.set(last, cell)
    }
    return true
  }

  #has(node: number, token: number): boolean {
    if (this.#first[node] === token) return true
    for (let cell = this.#chains[node] ?? -1; cell >= 0; cell = this.#next.get(cell))
      if (this.#tokens.get(cell) === token) return true
    return false
  }

  /** Puts the tokens that came since the last time into a list; says how many there are. */
  take(node: number, into: Int32Array): number {
    const from = this.#taken[node] ?? 0
    const count = this.#counts[node] ?? 0
    this.#taken[node] = count
    let [index, length] = [1, 0]
    if (from === 0 && count > 0) {
      into[0] = this.#first[node] ?? -1
      length = 1
    }
    if (count > 1) {
      for (let cell = this.#chains[node] ?? -1; cell >= 0; cell = this.#next.get(cell), index += 1) {
        if (index < from) continue
        into[length] = this.#tokens.get(cell)
        length += 1
      }
    }
    return length
  }

  /** Puts all tokens into a list; says how many there are. Without an array for each of millions of questions. */
  copy(node: number, into: Int32Array): number {
    const first = this.#first[node] ?? -1
    if (first < 0) return 0
    into[0] = first
    let count = 1
    for (let cell = this.#chains[node] ?? -1; cell >= 0; cell = this.#next.get(cell), count += 1)
      into[count] = this.#tokens.get(cell)
    return count
  }

  of(node: number): readonly number[] {
    const first = this.#first[node] ?? -1
    if (first < 0) return none
    const found = [first]
    for (let cell = this.#chains[node] ?? -1; cell >= 0; cell = this.#next.get(cell)) found.push(this.#tokens.get(cell))
    return found
  }

  /** Number of nodes that did not keep a token because they have too many. */
  get overfullCount(): number {
    return this.#overfull.size
  }

  hasOne(node: number): boolean {
    return this.#counts[node] === 1
  }

  /** True if the node has no room for further tokens, so that some may be missing. */
  isFull(node: number): boolean {
    return (this.#counts[node] ?? 0) >= most
  }

  isEmpty(node: number): boolean {
    return (this.#first[node] ?? -1) < 0
  }
}

/** So many tokens come out of a set at once at most. */
export const maxTokens = most

const none: readonly number[] = []
