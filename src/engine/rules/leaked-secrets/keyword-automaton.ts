/** A keyword in a text. `end` is the offset after its last byte. */
export type OnKeyword = (keyword: number, end: number) => void

/**
 * Finds all keywords in bytes in one pass, in any ASCII case (Aho and Corasick, 1975). It takes one table lookup per
 * byte and decodes no text. Keywords are lower-case ASCII and are identified by index.
 */
export class KeywordAutomaton {
  /** Column of each byte in the table. Bytes outside of keywords share column 0. */
  readonly #columns = new Uint8Array(256)
  readonly #width: number
  /** Next state by row and column, as the offset of its row. */
  readonly #next: Int32Array
  /** Start of the keywords in `#outputs`, by state. One entry more than states. */
  readonly #outputStarts: Int32Array
  readonly #outputs: Int32Array

  constructor(keywords: readonly string[]) {
    const letters = [...new Set(keywords.join(''))]
    for (const [index, letter] of letters.entries()) {
      for (const form of [letter, letter.toUpperCase()]) this.#columns[form.charCodeAt(0)] = index + 1
    }
    this.#width = letters.length + 1
    const { next, outputs } = build(
      keywords.map((keyword) => [...Buffer.from(keyword, 'latin1')].map((byte) => this.#columns[byte] ?? 0)),
      this.#width,
    )
    this.#next = Int32Array.from(next, (state) => state * this.#width)
    this.#outputStarts = new Int32Array(outputs.length + 1)
    for (const [state, keywords] of outputs.entries())
      this.#outputStarts[state + 1] = (this.#outputStarts[state] ?? 0) + keywords.length
    this.#outputs = Int32Array.from(outputs.flat())
  }

  /**
   * Calls back for each keyword that ends in the bytes from `from` to `to`. Takes and returns the state of the
   * automaton, so that a text can be read in parts. The state is 0 at the start.
   */
  scan(bytes: Uint8Array, from: number, to: number, state: number, onKeyword: OnKeyword): number {
    const columns = this.#columns
    const next = this.#next
    const starts = this.#outputStarts
    const width = this.#width
    let row = state
    for (let index = from; index < to; index += 1) {
      row = next[row + (columns[bytes[index] as number] as number)] as number
      if (row === 0) continue
      const at = row / width
      const last = starts[at + 1] as number
      for (let output = starts[at] as number; output < last; output += 1)
        onKeyword(this.#outputs[output] as number, index + 1)
    }
    return row
  }
}

/** The successors of each state by column, row by row, and the keywords that end in each state. */
function build(keywords: readonly (readonly number[])[], width: number): { next: number[]; outputs: number[][] } {
  const next: number[] = Array.from({ length: width }, () => 0)
  const outputs: number[][] = [[]]
  for (const [keyword, columns] of keywords.entries()) {
    let state = 0
    for (const column of columns) {
      const successor = next[state * width + column] ?? 0
      if (successor !== 0) {
        state = successor
        continue
      }
      const created = outputs.push([]) - 1
      for (let index = 0; index < width; index += 1) next.push(0)
      next[state * width + column] = created
      state = created
    }
    outputs[state]?.push(keyword)
  }
  followFailures(next, outputs, width)
  return { next, outputs }
}

/** Copies missing successors from the longest proper suffix of a state, so that the scan reads each byte once. */
function followFailures(next: number[], outputs: number[][], width: number): void {
  const failure = outputs.map(() => 0)
  const queue = next.slice(0, width).filter((state) => state !== 0)
  for (const state of queue) {
    const suffix = failure[state] ?? 0
    outputs[state]?.push(...(outputs[suffix] ?? []))
    for (let column = 0; column < width; column += 1) {
      const at = state * width + column
      const successor = next[at] ?? 0
      const other = next[suffix * width + column] ?? 0
      if (successor === 0) {
        next[at] = other
        continue
      }
      failure[successor] = other
      queue.push(successor)
    }
  }
}
