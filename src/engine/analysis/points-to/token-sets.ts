import { GrowingIntegers } from '../ir/growing-array.ts'

/**
 * Maximum size of a points-to set. A larger set carries no information, so no more tokens are added. External names
 * have a lower limit, because with up to 40 names per set they made up half of all steps for a schema library.
 */
const most = 17
const maxNames = 6

/**
 * Points-to sets. Most are empty or have one member, so the first token is in an array and the others are in a linked
 * list. Tokens keep their insertion order.
 */
export class TokenSets {
  #first: Int32Array
  #counts: Uint8Array
  /** Number of external names in each set. */
  #names: Uint8Array
  /** Number of tokens taken so far from each set. */
  #taken: Uint8Array
  /** Bloom filter for each set: if a token's bit is missing, the token is new. */
  #bits: Int32Array
  #chains: Int32Array
  readonly #tokens = new GrowingIntegers()
  readonly #next = new GrowingIntegers()
  /** Nodes whose set was full and dropped a token. */
  readonly #overfull = new Set<number>()

  constructor(nodes: number) {
    this.#first = new Int32Array(nodes).fill(-1)
    this.#chains = new Int32Array(nodes).fill(-1)
    this.#bits = new Int32Array(nodes)
    this.#counts = new Uint8Array(nodes)
    this.#names = new Uint8Array(nodes)
    this.#taken = new Uint8Array(nodes)
  }

  /** Grows the arrays to include this node. */
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

  /** Returns false if the token exists already or the set is full. `isName` marks external names. */
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

  /** Copies the tokens added since the last call into a list. Returns their number. */
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

  /**
   * Copies all tokens into a list and returns their number. Avoids allocating an array per query, because there are
   * millions of queries.
   */
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

  /** Number of nodes whose set was full and dropped a token. */
  get overfullCount(): number {
    return this.#overfull.size
  }

  hasOne(node: number): boolean {
    return this.#counts[node] === 1
  }

  /** True if the set is full, so some tokens may be missing. */
  isFull(node: number): boolean {
    return (this.#counts[node] ?? 0) >= most
  }

  isEmpty(node: number): boolean {
    return (this.#first[node] ?? -1) < 0
  }
}

/** Maximum number of tokens that a call of `take` or `copy` returns. */
export const maxTokens = most

const none: readonly number[] = []
