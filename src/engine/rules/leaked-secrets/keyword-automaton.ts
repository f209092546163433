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

  /** @param keywords distinct words in lowercase ASCII */
  constructor(keywords: readonly string[]) {
    let width = 1
    for (const keyword of keywords) {
      for (let at = 0; at < keyword.length; at += 1) {
        const code = keyword.charCodeAt(at)
        if (this.#columns[code] !== 0) continue
        this.#columns[code] = width
        if (code >= 0x61 && code <= 0x7a) this.#columns[code - 0x20] = width
        width += 1
      }
    }
    this.#width = width
    const trie = buildTrie(keywords, this.#columns)
    const order = followFailures(trie)
    const rows = rowsOf(order, trie, width)
    this.#next = tableOf(order, trie, { rows, width })
    this.#outputs = order.flatMap((state) => (trie.outputs[state] === undefined ? [] : [trie.outputs[state]]))
    this.#firstEnd = (order.length - this.#outputs.length) * width
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

/** Trie of the keywords. State 0 is its root. */
interface Trie {
  /** First successor of each state, or 0. */
  readonly firstChild: Int32Array
  /** Next successor of the same state, or 0. */
  readonly sibling: Int32Array
  /** Column that leads to each state. */
  readonly column: Uint8Array
  /** State of the longest proper suffix that the trie contains. */
  readonly failure: Int32Array
  /** Keywords that end in a state. */
  readonly outputs: Record<number, readonly number[]>
}

function buildTrie(keywords: readonly string[], columns: Uint8Array): Trie {
  const maxStates = keywords.reduce((sum, { length }) => sum + length, 1)
  const trie = {
    firstChild: new Int32Array(maxStates),
    sibling: new Int32Array(maxStates),
    column: new Uint8Array(maxStates),
    failure: new Int32Array(maxStates),
    outputs: {} as Record<number, readonly number[]>,
  }
  let states = 1
  for (const [index, keyword] of keywords.entries()) {
    let state = 0
    for (let at = 0; at < keyword.length; at += 1) {
      const column = columns[keyword.charCodeAt(at)] as number
      let successor = childOf(trie, state, column)
      if (successor === 0) {
        successor = states
        states += 1
        trie.column[successor] = column
        trie.sibling[successor] = trie.firstChild[state] as number
        trie.firstChild[state] = successor
      }
      state = successor
    }
    trie.outputs[state] = [index]
  }
  return trie
}

/** Returns the successor of a state, or 0. */
function childOf(
  { firstChild, sibling, column }: Pick<Trie, 'firstChild' | 'sibling' | 'column'>,
  state: number,
  at: number,
) {
  let child = firstChild[state] as number
  while (child !== 0 && column[child] !== at) child = sibling[child] as number
  return child
}

/** Finds the suffix of each state and the keywords that end with it. Returns the states in the order of their depth. */
function followFailures(trie: Trie): number[] {
  const { firstChild, sibling, column, failure, outputs } = trie
  const order = [0]
  for (const state of order) {
    const ended = outputs[failure[state] as number]
    if (ended) outputs[state] = [...(outputs[state] ?? []), ...ended]
    for (let child = firstChild[state] as number; child !== 0; child = sibling[child] as number) {
      order.push(child)
      if (state !== 0) failure[child] = suffixAfter(trie, failure[state] as number, column[child] as number)
    }
  }
  return order
}

/** Returns the state after the longest suffix of a state that continues with the column. */
function suffixAfter(trie: Trie, state: number, column: number): number {
  for (let suffix = state; ; suffix = trie.failure[suffix] as number) {
    const child = childOf(trie, suffix, column)
    if (child !== 0 || suffix === 0) return child
  }
}

/**
 * Returns the offset of each state's row. The states in which a keyword ends are last, so that the scan recognizes them
 * by one comparison. The others stay in the order of their depth, because the scan mostly reads the rows of the first
 * ones.
 */
function rowsOf(order: readonly number[], { outputs }: Trie, width: number): Int32Array {
  const rows = new Int32Array(order.length)
  let row = 0
  for (const ends of [false, true])
    for (const state of order) {
      if ((outputs[state] !== undefined) !== ends) continue
      rows[state] = row
      row += width
    }
  return rows
}

/**
 * Returns the table of next states. A missing successor is that of the state's longest proper suffix, so that the scan
 * reads each byte once. Copies whole rows, because the table has 50 times as many entries as there are states.
 */
function tableOf(
  order: readonly number[],
  { firstChild, sibling, column, failure }: Trie,
  { rows, width }: { readonly rows: Int32Array; readonly width: number },
): Int32Array {
  const next = new Int32Array(order.length * width)
  for (const state of order) {
    const row = rows[state] as number
    const suffix = rows[failure[state] as number] as number
    if (state !== 0) next.copyWithin(row, suffix, suffix + width)
    for (let child = firstChild[state] as number; child !== 0; child = sibling[child] as number)
      next[row + (column[child] as number)] = rows[child] as number
  }
  return next
}
