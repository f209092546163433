/** Set of pairs of non-negative integers. Like `PairMap`, but without values. */
export class PairSet {
  #firsts: Int32Array
  #seconds: Int32Array
  #mask: number
  #size = 0

  /** `room` is the initial capacity in pairs. */
  constructor(room = 1_024) {
    const length = 2 ** Math.ceil(Math.log2(Math.max(room, 64) * 2))
    this.#firsts = new Int32Array(length).fill(-1)
    this.#seconds = new Int32Array(length)
    this.#mask = length - 1
  }

  /** Returns false if the pair already exists. */
  add(first: number, second: number): boolean {
    const at = this.#find(first, second)
    if (this.#firsts[at] !== -1) return false
    this.#firsts[at] = first
    this.#seconds[at] = second
    this.#size += 1
    if (this.#size * 2 > this.#mask) this.#grow()
    return true
  }

  #find(first: number, second: number): number {
    // Both numbers mostly increase. Without the second multiplication, adjacent pairs would fill adjacent slots, which
    // merge into long runs.
    let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35)
    let at = (hash ^ (hash >>> 16)) & this.#mask
    while (this.#firsts[at] !== -1 && (this.#firsts[at] !== first || this.#seconds[at] !== second))
      at = (at + 1) & this.#mask
    return at
  }

  #grow(): void {
    const [firsts, seconds] = [this.#firsts, this.#seconds]
    this.#firsts = new Int32Array(firsts.length * 2).fill(-1)
    this.#seconds = new Int32Array(firsts.length * 2)
    this.#mask = firsts.length * 2 - 1
    for (let old = 0; old < firsts.length; old += 1) {
      const first = firsts[old] ?? -1
      if (first === -1) continue
      const at = this.#find(first, seconds[old] ?? 0)
      this.#firsts[at] = first
      this.#seconds[at] = seconds[old] ?? 0
    }
  }
}
