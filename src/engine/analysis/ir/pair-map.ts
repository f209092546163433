/**
 * Integers by pairs of integers from 0 on; open addressing, because a `Map` by one number made of two needs a heap
 * number for each key: over bundles of 5 MB half as fast, and three times the memory.
 */
export class PairMap {
  #firsts: Int32Array
  #seconds: Int32Array
  #values: Int32Array
  #mask: number
  #size = 0

  /** Begins with room for so many pairs. */
  constructor(room = 1_024) {
    const length = 2 ** Math.ceil(Math.log2(Math.max(room, 64) * 2))
    this.#firsts = new Int32Array(length).fill(-1)
    this.#seconds = new Int32Array(length)
    this.#values = new Int32Array(length)
    this.#mask = length - 1
  }

  get size(): number {
    return this.#size
  }

  /** −1 where there is none. */
  get(first: number, second: number): number {
    const at = this.#find(first, second)
    return this.#firsts[at] === -1 ? -1 : (this.#values[at] ?? -1)
  }

  set(first: number, second: number, value: number): void {
    const at = this.#find(first, second)
    if (this.#firsts[at] === -1) {
      this.#firsts[at] = first
      this.#seconds[at] = second
      this.#size += 1
    }
    this.#values[at] = value
    if (this.#size * 2 > this.#mask) this.#grow()
  }

  /** Adds a pair with a value, unless it is there; false then. */
  add(first: number, second: number, value = 0): boolean {
    const before = this.#size
    this.getOrAdd(first, second, value)
    return this.#size > before
  }

  /** The value of a pair that is there; else it is added with this one. */
  getOrAdd(first: number, second: number, value: number): number {
    const at = this.#find(first, second)
    if (this.#firsts[at] !== -1) return this.#values[at] ?? -1
    this.#firsts[at] = first
    this.#seconds[at] = second
    this.#values[at] = value
    this.#size += 1
    if (this.#size * 2 > this.#mask) this.#grow()
    return value
  }

  /** Counts one more of a pair, from 0 on. */
  increase(first: number, second: number): void {
    const at = this.#find(first, second)
    if (this.#firsts[at] === -1) this.set(first, second, 1)
    else this.#values[at] = (this.#values[at] ?? 0) + 1
  }

  #find(first: number, second: number): number {
    // Both are counted up mostly: without the second multiplication neighbours stand in a row, and rows grow together.
    let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
    let at = (hash ^ (hash >>> 16)) & this.#mask
    while (this.#firsts[at] !== -1 && (this.#firsts[at] !== first || this.#seconds[at] !== second))
      at = (at + 1) & this.#mask
    return at
  }

  #grow(): void {
    const [firsts, seconds, values] = [this.#firsts, this.#seconds, this.#values]
    const length = firsts.length * 2
    this.#firsts = new Int32Array(length).fill(-1)
    this.#seconds = new Int32Array(length)
    this.#values = new Int32Array(length)
    this.#mask = length - 1
    for (let old = 0; old < firsts.length; old += 1) {
      const first = firsts[old] ?? -1
      if (first === -1) continue
      const at = this.#find(first, seconds[old] ?? 0)
      this.#firsts[at] = first
      this.#seconds[at] = seconds[old] ?? 0
      this.#values[at] = values[old] ?? 0
    }
  }
}
