import type { Program } from '../program/program.ts'

/** Wildcard key for elements and for values stored under an unknown key. */
export const anyKey = '*'

/** Key for reads with an unknown key. It differs from every name in a program. */
export const allKeys = '\0all'

/** Numbers attribute keys. Program strings keep their index, and other keys follow. */
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

  /** Returns the number of the key, or -1 if no attribute has it. */
  known(text: string): number {
    const index = this.#program.stringIndex(text)
    return index >= 0 ? index : (this.#numbers.get(text) ?? -1)
  }

  text(key: number): string {
    return this.#program.strings[key] ?? this.#others[key - this.#program.strings.length] ?? ''
  }
}
