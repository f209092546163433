/** The line of a key or a list item of a JSON or TOML text, and those inside its value. */
export class DocumentLines {
  readonly line: number
  #inside: Map<string, DocumentLines> | undefined

  constructor(line: number) {
    this.line = line
  }

  /** Keys of an object, and positions of a list as text. Empty for parts that were not requested. */
  get inside(): ReadonlyMap<string, DocumentLines> {
    return this.#inside ?? none
  }

  /** Records a key or an item. Of several equal keys, the last one counts, as in `JSON.parse`. */
  add(key: string, line: number): DocumentLines {
    const inner = new DocumentLines(line)
    this.#inside ??= new Map()
    this.#inside.set(key, inner)
    return inner
  }

  /** Line of a path, starting at 1. Undefined if the text or the request does not contain it. */
  at(...path: readonly string[]): number | undefined {
    const [key, ...rest] = path
    return key === undefined ? this.line : this.inside.get(key)?.at(...rest)
  }
}

const none: ReadonlyMap<string, DocumentLines> = new Map()
