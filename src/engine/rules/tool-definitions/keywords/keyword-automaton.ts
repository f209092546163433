import { keywordCode, keywordCodes } from './script.ts'

/** Literals that occur in a text, as a bit per literal. */
export type Hits = Uint32Array

/** Maximum number of states, which are stored in 16 bits. */
const maxStates = 0x1_00_00

/**
 * Finds many literals in one pass over a text, with the algorithm of Aho and Corasick (1975). Compares without case.
 * The time does not depend on the number of literals.
 */
export class KeywordAutomaton {
  /** Class of each ASCII character and script. Characters that no literal contains share class 0. */
  readonly #classes = new Uint8Array(keywordCodes)
  readonly #width: number
  /** Next state for each state and class. */
  readonly #next: Uint16Array
  /** Literals that end in the states, in the order of the states, and the offset of each state's first literal. */
  readonly #ends: Uint16Array
  readonly #firstEnd: Uint32Array
  /** Literals that the last search found, in text order. */
  readonly found: Uint16Array
  readonly hits: Hits
  /** Number of literals that the last search found. */
  #count = 0

  /** If `joinsMarks` is true, all characters except letters and digits count as a space. */
  constructor(literals: readonly string[], joinsMarks: boolean) {
    this.found = new Uint16Array(literals.length)
    this.hits = new Uint32Array(Math.ceil(literals.length / 32))
    let width = 1
    for (const literal of literals)
      for (const char of literal) {
        const code = char.charCodeAt(0)
        if (this.#classes[code] === 0) this.#classes[code] = width++
      }
    for (let code = 0x41; code <= 0x5a; code += 1) this.#classes[code] = this.#classes[code + 0x20] ?? 0
    if (joinsMarks)
      for (let code = 0; code < keywordCodes; code += 1)
        if (!/[a-z\d]/i.test(String.fromCharCode(code))) this.#classes[code] = this.#classes[0x20] ?? 0
    this.#width = width
    const states = 1 + literals.reduce((sum, { length }) => sum + length, 0)
    this.#next = new Uint16Array(Math.min(states, maxStates) * width)
    const found: number[][] = [[]]
    for (const [index, literal] of literals.entries()) {
      let state = 0
      for (let at = 0; at < literal.length; at += 1) {
        const edge = state * width + (this.#classes[literal.charCodeAt(at)] ?? 0)
        if (this.#next[edge] === 0) {
          if (found.length === maxStates) throw new RangeError('The patterns have too many keywords.')
          this.#next[edge] = found.push([]) - 1
        }
        state = this.#next[edge] ?? 0
      }
      found[state]?.push(index)
    }
    this.#link(found)
    this.#ends = Uint16Array.from(found.flat())
    this.#firstEnd = new Uint32Array(found.length + 1)
    for (const [state, ends] of found.entries()) this.#firstEnd[state + 1] = (this.#firstEnd[state] ?? 0) + ends.length
  }

  /** Adds the transitions for texts that leave a literal, in breadth-first order. */
  #link(found: readonly number[][]): void {
    const width = this.#width
    const fallback = new Uint16Array(found.length)
    const queue: number[] = []
    for (let edge = 0; edge < width; edge += 1) if (this.#next[edge] !== 0) queue.push(this.#next[edge] ?? 0)
    for (const state of queue) {
      const other = fallback[state] ?? 0
      for (const literal of found[other] ?? []) found[state]?.push(literal)
      for (let edge = 0; edge < width; edge += 1) {
        const target = this.#next[state * width + edge] ?? 0
        const otherTarget = this.#next[other * width + edge] ?? 0
        if (target === 0) this.#next[state * width + edge] = otherTarget
        else {
          fallback[target] = otherTarget
          queue.push(target)
        }
      }
    }
  }

  /**
   * Searches a text, as if a space preceded it. Returns the number of literals that occur. `found` and `hits` contain
   * them until the next search.
   */
  search(text: string): number {
    const classes = this.#classes
    const next = this.#next
    const firstEnd = this.#firstEnd
    const ends = this.#ends
    const width = this.#width
    const { found, hits } = this
    for (let at = 0; at < this.#count; at += 1) hits[(found[at] ?? 0) >>> 5] = 0
    let count = 0
    let state = next[classes[0x20] ?? 0] ?? 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      state = next[state * width + (classes[code < 0x80 ? code : keywordCode(code)] ?? 0)] ?? 0
      const end = firstEnd[state + 1] ?? 0
      for (let each = firstEnd[state] ?? 0; each < end; each += 1) {
        const literal = ends[each] ?? 0
        const word = hits[literal >>> 5] ?? 0
        const bit = 1 << (literal & 31)
        if ((word & bit) !== 0) continue
        hits[literal >>> 5] = word | bit
        found[count] = literal
        count += 1
      }
    }
    this.#count = count
    return count
  }
}
