import { type ConditionBits, ConditionTable, maskOf, wordOf } from './condition-table.ts'
import type { Requirement } from './requirement.ts'

/**
 * Conditions that a text may meet, as a bit per condition, and the number of conditions that were judged. 0 if the text
 * was not searched.
 */
export interface Keywords {
  readonly met: ConditionBits
  readonly known: number
}

const notSearched: Keywords = { met: [], known: 0 }

/**
 * Number of characters after which an index searches texts. To derive all conditions and build the automaton takes as
 * long as to run all patterns on this number of characters. Most projects have fewer.
 */
export const searchedAfter = 64 * 1024

/** Conditions that are judged together, in one search of a text. */
export class KeywordIndex {
  readonly #conditions: Keyed[] = []
  readonly #joinsMarks: boolean
  #table: ConditionTable | undefined
  /** Keywords of texts that contain no literal. */
  #none = notSearched
  #characters = 0

  /** If `joinsMarks` is true, all characters except letters and digits count as a space. */
  constructor({ joinsMarks }: { readonly joinsMarks: boolean }) {
    this.#joinsMarks = joinsMarks
  }

  /** Adds a condition, and returns its number. */
  add(condition: Keyed): number {
    return this.#conditions.push(condition) - 1
  }

  /**
   * Returns the conditions that a text may meet. The first `searchedAfter` characters are not searched, and may meet
   * every condition.
   */
  keywordsIn(text: string): Keywords {
    if (this.#characters < searchedAfter) {
      this.#characters += text.length
      return notSearched
    }
    const known = this.#conditions.length
    if (this.#table === undefined || this.#none.known !== known) {
      const requirements = this.#conditions.map(({ requirement }) => requirement)
      this.#table = new ConditionTable(requirements, this.#joinsMarks)
      this.#none = { met: this.#table.always, known }
    }
    const met = this.#table.conditionsIn(text)
    return met === this.#none.met ? this.#none : { met, known }
  }
}

/**
 * Condition on the keywords in a text. It is derived for the first text that is searched. To do so for all conditions
 * takes 60 ms.
 */
export class Keyed {
  readonly #derive: () => Requirement
  #requirement: Requirement | undefined
  /** Number of the condition in its index. */
  readonly number: number
  readonly #word: number
  readonly #mask: number

  constructor(derive: () => Requirement, index: KeywordIndex) {
    this.#derive = derive
    this.number = index.add(this)
    this.#word = wordOf(this.number)
    this.#mask = maskOf(this.number)
  }

  get requirement(): Requirement {
    return (this.#requirement ??= this.#derive())
  }

  /** Reports whether a text with these keywords can meet the condition. */
  mayBeIn({ met, known }: Keywords): boolean {
    return known <= this.number || ((met[this.#word] ?? 0) & this.#mask) !== 0
  }
}

/** Several conditions of one index. */
export class AnyKeyed {
  /** Greatest number of a condition. */
  readonly #last: number
  /** Pairs of an index into the bits and a mask. */
  readonly #masks: Int32Array

  constructor(conditions: readonly Keyed[]) {
    const masks = new Map<number, number>()
    for (const { number } of conditions) masks.set(wordOf(number), (masks.get(wordOf(number)) ?? 0) | maskOf(number))
    this.#masks = Int32Array.from([...masks].flat())
    this.#last = Math.max(...conditions.map(({ number }) => number))
  }

  /** Reports whether a text with these keywords can meet one of the conditions. */
  mayBeIn({ met, known }: Keywords): boolean {
    if (known <= this.#last) return true
    for (let at = 0; at < this.#masks.length; at += 2)
      if (((met[this.#masks[at] ?? 0] ?? 0) & (this.#masks[at + 1] ?? 0)) !== 0) return true
    return false
  }
}
