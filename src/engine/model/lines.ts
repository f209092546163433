/** Converts text offsets to lines and columns. Both start at 1, and columns count UTF-16 code units. */
export class Lines {
  readonly #text: string
  readonly #starts: readonly number[]

  constructor(text: string) {
    this.#text = text
    const starts = [0]
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    this.#starts = starts
  }

  lineAt(offset: number): number {
    let [low, high] = [0, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }

  columnAt(offset: number): number {
    return offset - (this.#starts[this.lineAt(offset) - 1] ?? 0) + 1
  }

  /** Returns a line without its line break, or an empty string if there is no such line. */
  textOf(line: number): string {
    const start = this.#starts[line - 1]
    if (start === undefined) return ''
    const next = this.#starts[line]
    const end = next === undefined ? this.#text.length : next - 1
    return this.#text.slice(start, next !== undefined && end > start && this.#text[end - 1] === '\r' ? end - 1 : end)
  }
}
