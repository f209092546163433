/** A string to search for, and what it indicates. */
export interface SoughtText {
  readonly text: string
  readonly of: string
}

/** Position of a match. */
export interface TextPlace {
  readonly at: number
  readonly of: string
}

const blockLength = 3
const tableBits = 15

/**
 * Searches for many strings at once with the Wu-Manber algorithm (TR-94-17): three characters determine the distance to
 * the next possible match. Searching 17.6 MB of packages for 90 strings of at least twelve characters took 18 ms, or 79
 * ms before JIT compilation. Calling `indexOf` for each string took 282 ms.
 */
export class TextSearch {
  readonly #sought: readonly SoughtText[]
  /** Length of the shortest string. This prefix of each string is compared first. */
  readonly #least: number
  /** Distance to the next position to examine, by block of three characters; 0 if a string may match. */
  readonly #steps: Uint8Array
  /** Indexes of the strings whose prefix ends with each block, in ascending order. */
  readonly #ending = new Map<number, number[]>()

  /** Strings must have at least three characters. */
  constructor(sought: readonly SoughtText[]) {
    this.#sought = sought
    this.#least = Math.min(...sought.map(({ text }) => text.length), 255)
    if (this.#least < blockLength) throw new RangeError('a text that is looked for is too short')
    this.#steps = new Uint8Array(2 ** tableBits).fill(this.#least - blockLength + 1)
    for (const [index, { text }] of sought.entries()) {
      for (let last = blockLength - 1; last < this.#least; last += 1) {
        const block = blockAt(text, last)
        this.#steps[block] = Math.min(this.#steps[block] ?? 0, this.#least - 1 - last)
      }
      const end = blockAt(text, this.#least - 1)
      this.#ending.set(end, [...(this.#ending.get(end) ?? []), index])
    }
  }

  /**
   * Returns matches in ascending order. Matches at the same position are in the order of the strings. For each string,
   * returns the first `most` matches that do not overlap.
   */
  places(text: string, most: number): TextPlace[] {
    const found: TextPlace[] = []
    const counts = new Int32Array(this.#sought.length)
    const ends = new Int32Array(this.#sought.length)
    for (let last = this.#next(text, this.#least - 1); last < text.length; last = this.#next(text, last + 1)) {
      const at = last - this.#least + 1
      for (const index of this.#ending.get(blockAt(text, last)) ?? []) {
        const one = this.#sought[index]
        if (!one || at < (ends[index] ?? 0) || (counts[index] ?? 0) >= most || !text.startsWith(one.text, at)) continue
        ends[index] = at + one.text.length
        counts[index] = (counts[index] ?? 0) + 1
        found.push({ at, of: one.of })
      }
    }
    return found
  }

  /** Returns the next position at which the prefix of a string may end. */
  #next(text: string, from: number): number {
    const steps = this.#steps
    let last = from
    while (last < text.length) {
      const step = steps[blockAt(text, last)] ?? 1
      if (step === 0) break
      last += step
    }
    return last
  }
}

function blockAt(text: string, last: number): number {
  return (
    ((text.charCodeAt(last - 2) << 10) ^ (text.charCodeAt(last - 1) << 5) ^ text.charCodeAt(last)) &
    (2 ** tableBits - 1)
  )
}
