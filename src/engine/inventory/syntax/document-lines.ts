/**
 * Line number of a key or list item in a JSON or TOML document, with the line numbers of the keys and items within its
 * value.
 */
export class DocumentLines {
  readonly line: number
  #inside: Map<string, DocumentLines> | undefined

  constructor(line: number) {
    this.line = line
  }

  /** Nested line numbers by object key, or by list index as a string. Empty for parts that were not requested. */
  get inside(): ReadonlyMap<string, DocumentLines> {
    return this.#inside ?? none
  }

  /** Records a key or an item. As in `JSON.parse`, the last of several equal keys takes precedence. */
  add(key: string, line: number): DocumentLines {
    const inner = new DocumentLines(line)
    this.#inside ??= new Map()
    this.#inside.set(key, inner)
    return inner
  }

  /** Returns the line number at a path, starting at 1, or undefined if the path does not exist or was not requested. */
  at(...path: readonly string[]): number | undefined {
    const [key, ...rest] = path
    return key === undefined ? this.line : this.inside.get(key)?.at(...rest)
  }
}

const none: ReadonlyMap<string, DocumentLines> = new Map()
