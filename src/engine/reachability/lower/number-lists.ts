import { GrowingIntegers } from '../../analysis/ir/growing-array.ts'

/** Lists of numbers that only grow, by place. A number takes 8 bytes, and a place too. Most places have few numbers. */
export class NumberLists {
  readonly #first = new GrowingIntegers()
  readonly #last = new GrowingIntegers()
  readonly #values = new GrowingIntegers()
  readonly #next = new GrowingIntegers()

  /** Adds places with empty lists. */
  grow(count: number): void {
    for (let added = 0; added < count; added += 1) {
      this.#first.push(-1)
      this.#last.push(-1)
    }
  }

  add(place: number, value: number): void {
    const entry = this.#values.length
    this.#values.push(value)
    this.#next.push(-1)
    const last = this.#last.get(place)
    if (last < 0) this.#first.set(place, entry)
    else this.#next.set(last, entry)
    this.#last.set(place, entry)
  }

  /** Returns the length of a list, or -1 if the list contains a value. */
  lengthWithout(place: number, value: number): number {
    let length = 0
    for (let entry = this.#first.get(place); entry >= 0; entry = this.#next.get(entry)) {
      if (this.#values.get(entry) === value) return -1
      length += 1
    }
    return length
  }

  isEmpty(place: number): boolean {
    return this.#first.get(place) < 0
  }

  /** Calls `visit` with each number that the list has now. */
  each(place: number, visit: (value: number) => void): void {
    const last = this.#last.get(place)
    for (let entry = this.#first.get(place); entry >= 0; entry = entry === last ? -1 : this.#next.get(entry))
      visit(this.#values.get(entry))
  }
}
