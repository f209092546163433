import type { Program } from '../program/program.ts'

/** Stands for any key: what is stored under a key that is not known, and elements. */
export const anyKey = '*'

/** What reads of an unknown key see; no name of the program has this key. */
export const allKeys = '\0all'

/** Numbers keys of attributes: strings of the program by their index there, others behind them. */
export class AttributeKeys {
  readonly #program: Program
  readonly #others: string[] = []
  readonly #numbers = new Map<string, number>()
  readonly any: number
  readonly all: number

  constructor(program: Program) {
    this.#program = program
    this.any = this.of(anyKey)
    this.all = this.of(allKeys)
  }

  of(text: string): number {
    const index = this.#program.stringIndex(text)
    if (index >= 0) return index
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    const number = this.#program.strings.length + this.#others.push(text) - 1
    this.#numbers.set(text, number)
    return number
  }

  /** The number of a key if anything has it; −1 else. */
  known(text: string): number {
    const index = this.#program.stringIndex(text)
    return index >= 0 ? index : (this.#numbers.get(text) ?? -1)
  }

  text(key: number): string {
    return this.#program.strings[key] ?? this.#others[key - this.#program.strings.length] ?? ''
  }
}
