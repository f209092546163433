/**
 * More than this many and nobody knows what a value is: further ones are not kept. Of names of what is outside few: over a library of
 * schemas 40 of each made half of all steps.
 */
const most = 16
const mostNames = 6

/**
 * Sets of tokens by node. Most are empty or have one member: the first one stands in an array, others in a map.
 */
export class TokenSets {
  #first: Int32Array
  /** How many names of what is outside each has. */
  #names: Uint8Array
  readonly #others = new Map<number, number[]>()

  constructor(nodes: number) {
    this.#first = new Int32Array(nodes).fill(-1)
    this.#names = new Uint8Array(nodes)
  }

  /** Makes room for nodes up to this one. */
  grow(node: number): void {
    if (node < this.#first.length) return
    const grown = new Int32Array(Math.max(node + 1, this.#first.length * 2)).fill(-1)
    grown.set(this.#first)
    this.#first = grown
    const names = new Uint8Array(grown.length)
    names.set(this.#names)
    this.#names = names
  }

  /** False when it was there, or there is no room for it. `isName`: it is a name of what is outside. */
  add(node: number, token: number, isName: boolean): boolean {
    const first = this.#first[node]
    if (isName) {
      const names = this.#names[node] ?? 0
      if (names >= mostNames || first === token || this.#others.get(node)?.includes(token) === true) return false
      this.#names[node] = names + 1
    }
    if (first === -1) {
      this.#first[node] = token
      return true
    }
    if (first === token) return false
    const others = this.#others.get(node)
    if (!others) {
      this.#others.set(node, [token])
      return true
    }
    if (others.length >= most || others.includes(token)) return false
    others.push(token)
    return true
  }

  of(node: number): readonly number[] {
    const first = this.#first[node] ?? -1
    if (first < 0) return none
    const others = this.#others.get(node)
    return others ? [first, ...others] : [first]
  }

  isEmpty(node: number): boolean {
    return (this.#first[node] ?? -1) < 0
  }
}

const none: readonly number[] = []
