/** Converts positions in UTF-8 bytes to offsets in UTF-16 code units. */
export class ByteColumns {
  readonly #text: string
  readonly #lineStarts: Int32Array
  readonly #isAscii: boolean
  /** UTF-16 columns by UTF-8 column, for each line; null if they are equal. */
  readonly #units: (Int32Array | null | undefined)[] = []

  constructor(text: string, lineStarts: Int32Array) {
    this.#text = text
    this.#lineStarts = lineStarts
    this.#isAscii = !notAscii.test(text)
  }

  /** Returns the offset for a line number, starting at 1, and a column in bytes. */
  offsetOf(line: number, column: number): number {
    const start = this.#lineStarts[line - 1] ?? this.#text.length
    if (this.#isAscii) return Math.min(start + column, this.#text.length)
    const units = this.#unitsOf(line - 1)
    return Math.min(start + (units ? (units[column] ?? units.length) : column), this.#text.length)
  }

  #unitsOf(line: number): Int32Array | null {
    const known = this.#units[line]
    if (known !== undefined) return known
    const text = this.#text.slice(this.#lineStarts[line] ?? 0, this.#lineStarts[line + 1] ?? this.#text.length)
    const units = notAscii.test(text) ? unitsByByte(text) : null
    this.#units[line] = units
    return units
  }
}

const notAscii = /[\u0080-\uffff]/

function unitsByByte(text: string): Int32Array {
  const units: number[] = []
  for (let unit = 0; unit < text.length; unit += 1) {
    const code = text.codePointAt(unit) ?? 0
    for (let byte = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4; byte > 0; byte -= 1) units.push(unit)
    if (code >= 0x10000) unit += 1
  }
  return Int32Array.from(units)
}
