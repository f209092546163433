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
  /** Row of the first state in which a keyword ends. All later states are such states. */
  readonly #firstEnd: number
  /** Keywords that end in each of these states. */
  readonly #outputs: readonly (readonly number[])[]

  constructor(keywords: readonly string[]) {
    const letters = [...new Set(keywords.join(''))]
    for (const [index, letter] of letters.entries()) {
      for (const form of [letter, letter.toUpperCase()]) this.#columns[form.charCodeAt(0)] = index + 1
    }
    this.#width = letters.length + 1
    const { next, outputs, byDepth } = build(
      keywords.map((keyword) => [...Buffer.from(keyword, 'latin1')].map((byte) => this.#columns[byte] ?? 0)),
      this.#width,
    )
    const order = statesInOrder(byDepth, outputs)
    this.#next = rowsInOrder(next, order, this.#width)
    this.#outputs = order.map((state) => outputs[state] ?? []).filter((keywords) => keywords.length > 0)
    this.#firstEnd = (order.length - this.#outputs.length) * this.#width
  }

  /**
   * Calls back for each keyword that ends in the bytes from `from` to `to`. Takes and returns the automaton's state, so
   * that a text can be read in parts. The initial state is 0.
   */
  scan(bytes: Uint8Array, from: number, to: number, state: number, onKeyword: OnKeyword): number {
    const columns = this.#columns
    const next = this.#next
    const firstEnd = this.#firstEnd
    let row = state
    for (let index = from; index < to; index += 1) {
      row = next[row + (columns[bytes[index] as number] as number)] as number
      if (row < firstEnd) continue
      const ended = this.#outputs[(row - firstEnd) / this.#width] as readonly number[]
      for (let output = 0; output < ended.length; output += 1) onKeyword(ended[output] as number, index + 1)
    }
    return row
  }
}

/**
 * Returns the states with those in which a keyword ends last, so that the scan recognizes them by one comparison. The
 * others stay in the order of their depth, because the scan mostly reads the rows of the first ones.
 */
function statesInOrder(byDepth: readonly number[], outputs: readonly (readonly number[])[]): number[] {
  const ends = (state: number) => (outputs[state] ?? []).length > 0
  return [...byDepth.filter((state) => !ends(state)), ...byDepth.filter(ends)]
}

/** Returns the table with its rows in the given order of states. */
function rowsInOrder(next: Int32Array, order: readonly number[], width: number): Int32Array {
  const place = new Int32Array(order.length)
  for (const [at, state] of order.entries()) place[state] = at * width
  const ordered = new Int32Array(next.length)
  for (const [at, state] of order.entries()) {
    for (let column = 0; column < width; column += 1)
      ordered[at * width + column] = place[(next[state * width + column] as number) / width] as number
  }
  return ordered
}

/**
 * Builds the table of next states by column, stored as row offsets. Also returns the keywords that end in each state,
 * and the states by depth.
 */
function build(
  keywords: readonly (readonly number[])[],
  width: number,
): { next: Int32Array; outputs: number[][]; byDepth: number[] } {
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
  const byDepth = followFailures(trie, outputs, width)
  return { next: trie.next.slice(0, outputs.length * width), outputs, byDepth }
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
 * each byte once. Copies whole rows, because the table has 50 times as many entries as the trie has states. Returns the
 * states by depth.
 */
function followFailures({ next, firstChild, sibling, column }: Trie, outputs: number[][], width: number): number[] {
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
  return queue
}
