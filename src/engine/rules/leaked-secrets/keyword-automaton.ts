/** A keyword that stands in a text; `end` is the offset after its last byte. */
export type OnKeyword = (keyword: number, end: number) => void

/**
 * Finds all keywords in bytes at once, whatever their ASCII case (Aho and Corasick, 1975): one table look-up a byte,
 * and nothing of a text is decoded where no keyword stands. Keywords are lower-case ASCII; they are told by their
 * index.
 */
export class KeywordAutomaton {
  /** Which column of the table a byte has; bytes of no keyword share column 0. */
  readonly #columns = new Uint8Array(256)
  readonly #width: number
  /** The next state, as offset of its row, by row and column. */
  readonly #next: Int32Array
  /** By state: where its keywords begin in `#outputs`. One entry more than there are states. */
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
    for (const [state, found] of outputs.entries())
      this.#outputStarts[state + 1] = (this.#outputStarts[state] ?? 0) + found.length
    this.#outputs = Int32Array.from(outputs.flat())
  }

  /**
   * Looks at the bytes from `from` up to `to` and tells each keyword that ends there. Takes and returns where in a
   * keyword the text stands, so that a text may be read in parts; 0 at its beginning.
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

/** States with their successors for every column, row by row, and the keywords that end in each. */
function build(keywords: readonly (readonly number[])[], width: number): { next: number[]; outputs: number[][] } {
  const next: number[] = Array.from({ length: width }, () => 0)
  const outputs: number[][] = [[]]
  for (const [keyword, columns] of keywords.entries()) {
    let state = 0
    for (const column of columns) {
      const known = next[state * width + column] ?? 0
      if (known !== 0) {
        state = known
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

/** Where a state has no successor it takes the one of its longest proper suffix, so that no byte is looked at twice. */
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
