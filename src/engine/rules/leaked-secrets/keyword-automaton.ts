/** Called for a keyword in a text. `end` is the offset after its last byte. */
export type OnKeyword = (keyword: number, end: number) => void

/**
 * Finds all keywords in bytes in one pass, ignoring ASCII case (Aho and Corasick, 1975). It takes one table lookup per
 * byte and decodes no text. Keywords are lowercase ASCII and are identified by index.
 */
export class KeywordAutomaton {
  /** Table column of each byte. Bytes that occur in no keyword share column 0. */
  readonly #columns = new Uint8Array(256)
  readonly #width: number
  /** Next state by row and column, stored as the offset of its row. */
  readonly #next: Int32Array
  /** Start of the keywords in `#outputs` by state, with one additional entry at the end. */
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
    this.#next = next
    this.#outputStarts = new Int32Array(outputs.length + 1)
    for (const [state, keywords] of outputs.entries())
      this.#outputStarts[state + 1] = (this.#outputStarts[state] ?? 0) + keywords.length
    this.#outputs = Int32Array.from(outputs.flat())
  }

  /**
   * Calls back for each keyword that ends in the bytes from `from` to `to`. Takes and returns the automaton's state, so
   * that a text can be read in parts. The initial state is 0.
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

/** Builds the table of next states by column, stored as row offsets, and the keywords that end in each state. */
function build(keywords: readonly (readonly number[])[], width: number): { next: Int32Array; outputs: number[][] } {
  const maxStates = keywords.reduce((sum, { length }) => sum + length, 1)
  const trie = {
    next: new Int32Array(maxStates * width),
    firstChild: new Int32Array(maxStates),
    sibling: new Int32Array(maxStates),
    column: new Uint8Array(maxStates),
  }
  const outputs: number[][] = [[]]
  for (const [keyword, columns] of keywords.entries()) {
    let state = 0
    for (const column of columns) {
      let successor = trie.next[state * width + column] as number
      if (successor === 0) {
        successor = outputs.push([]) - 1
        trie.next[state * width + column] = successor
        trie.column[successor] = column
        trie.sibling[successor] = trie.firstChild[state] as number
        trie.firstChild[state] = successor
      }
      state = successor
    }
    outputs[state]?.push(keyword)
  }
  followFailures(trie, outputs, width)
  return { next: trie.next.slice(0, outputs.length * width), outputs }
}

/** Trie: successors by state and column, and a linked list of each state's successors. */
interface Trie {
  readonly next: Int32Array
  readonly firstChild: Int32Array
  readonly sibling: Int32Array
  /** Column that leads to each state. */
  readonly column: Uint8Array
}

/**
 * Completes the trie: a missing successor becomes that of the state's longest proper suffix, so that the scan reads
 * each byte once. Copies whole rows, because the table has 50 times as many entries as the trie has states.
 */
function followFailures({ next, firstChild, sibling, column }: Trie, outputs: number[][], width: number): void {
  const failure = new Int32Array(outputs.length)
  const queue = [0]
  for (const state of queue) {
    const row = state * width
    const suffix = (failure[state] as number) * width
    if (state !== 0) {
      outputs[state]?.push(...(outputs[failure[state] as number] ?? []))
      next.copyWithin(row, suffix, suffix + width)
    }
    for (let child = firstChild[state] as number; child !== 0; child = sibling[child] as number) {
      const at = column[child] as number
      failure[child] = state === 0 ? 0 : (next[suffix + at] as number) / width
      next[row + at] = child * width
      queue.push(child)
    }
  }
}
