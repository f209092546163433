/** Line and column, starting at 1. Columns count UTF-16 code units, as in editors and SARIF. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** Converts ascending byte offsets in a UTF-8 text to lines and columns, in one pass over the text. */
export class TextPlaces {
  readonly #content: Buffer
  #offset = 0
  #line = 1
  #column = 1

  constructor(content: Buffer) {
    this.#content = content
  }

  /** Returns the place of a byte. Throws a RangeError if an offset is lower than an earlier one. */
  at(offset: number): TextPlace {
    if (offset < this.#offset) throw new RangeError('offsets must be in ascending order')
    for (; this.#offset < offset; this.#offset += 1) {
      const byte = this.#content[this.#offset] ?? 0
      if (byte === 0x0a) {
        this.#line += 1
        this.#column = 1
      } else if ((byte & 0xc0) !== 0x80) {
        // A four-byte character has two UTF-16 code units.
        this.#column += byte >= 0xf0 ? 2 : 1
      }
    }
    return { line: this.#line, column: this.#column }
  }
}
