/** Combines integers into a hash of 53 bits. */
export class Hasher {
  #low = 0x9e3779b9
  #high = 0x85ebca6b

  /** Adds a 32-bit integer. */
  add(value: number): this {
    this.#low = Math.imul(this.#low ^ value, 0x85ebca6b)
    this.#low ^= this.#low >>> 13
    this.#high = Math.imul((this.#high + value) ^ this.#low, 0xc2b2ae35)
    this.#high ^= this.#high >>> 16
    return this
  }

  /** Adds another hash. */
  addHash(hash: number): this {
    return this.add(hash | 0).add((hash / 0x1_0000_0000) | 0)
  }

  value(): number {
    return (this.#high & 0x1fffff) * 0x1_0000_0000 + (this.#low >>> 0)
  }
}

/** Hashes UTF-16 code units. */
export function hashText(text: string): number {
  const hasher = new Hasher()
  for (let at = 0; at < text.length; at += 1) hasher.add(text.charCodeAt(at))
  return hasher.value()
}
