import { type Hits, KeywordAutomaton } from './keyword-automaton.ts'
import type { AllOf, AnyOf, Requirement } from './requirement.ts'

/** Literals that occur in a text, and the number of literals that were known. 0 if the text was not searched. */
export interface Keywords {
  readonly hits: Hits
  readonly known: number
}

/** A requirement as bits. Pairs of an index into the hits and a mask. */
export interface Clause {
  readonly bits: Int32Array
  readonly others: readonly (readonly Clause[])[]
}

function areMet(clauses: readonly Clause[], hits: Hits): boolean {
  for (let at = 0; at < clauses.length; at += 1) {
    const clause = clauses[at]
    if (clause && !isMet(clause, hits)) return false
  }
  return true
}

function isMet({ bits, others }: Clause, hits: Hits): boolean {
  for (let at = 0; at < bits.length; at += 2) if (((hits[bits[at] ?? 0] ?? 0) & (bits[at + 1] ?? 0)) !== 0) return true
  for (let at = 0; at < others.length; at += 1) {
    const all = others[at]
    if (all && areMet(all, hits)) return true
  }
  return false
}

const notSearched: Keywords = { hits: new Uint32Array(0), known: 0 }

/**
 * Number of characters after which an index searches texts. To derive all conditions and build the automaton takes as
 * long as to run all patterns on this number of characters. Most projects have fewer.
 */
export const searchedAfter = 64 * 1024

/** A set of literals, and the conditions on them. */
export class KeywordIndex {
  readonly #literals = new Map<string, number>()
  readonly #joinsMarks: boolean
  /** Conditions that are not compiled yet. */
  #added: Keyed[] = []
  #automaton: KeywordAutomaton | undefined
  #characters = 0

  /** If `joinsMarks` is true, all characters except letters and digits count as a space. */
  constructor({ joinsMarks }: { readonly joinsMarks: boolean }) {
    this.#joinsMarks = joinsMarks
  }

  get size(): number {
    return this.#literals.size
  }

  add(condition: Keyed): void {
    this.#added.push(condition)
  }

  /**
   * Returns the literals of all conditions that occur in a text. The first `searchedAfter` characters are not searched,
   * and can meet every condition.
   */
  keywordsIn(text: string): Keywords {
    if (this.#characters < searchedAfter) {
      this.#characters += text.length
      return notSearched
    }
    const added = this.#added
    this.#added = []
    for (const condition of added) condition.compile(this)
    if (this.#automaton?.size !== this.#literals.size)
      this.#automaton = new KeywordAutomaton([...this.#literals.keys()], this.#joinsMarks)
    return { hits: this.#automaton.hitsIn(text), known: this.#literals.size }
  }

  /** Compiles a requirement, and adds its literals. */
  clausesOf(requirement: Requirement): readonly Clause[] {
    if (requirement === true) return []
    const clauses = ('all' in requirement ? requirement.all : [requirement]).map((clause) => this.#clauseOf(clause))
    // The clause with the fewest literals fails most often.
    return clauses.toSorted((a, b) => a.bits.length + 8 * a.others.length - b.bits.length - 8 * b.others.length)
  }

  #clauseOf({ any, others }: AnyOf): Clause {
    const masks = new Map<number, number>()
    for (const literal of any) {
      const index = this.#literals.get(literal) ?? this.#literals.size
      this.#literals.set(literal, index)
      masks.set(index >>> 5, (masks.get(index >>> 5) ?? 0) | (1 << (index & 31)))
    }
    return { bits: Int32Array.from([...masks].flat()), others: others.map((all: AllOf) => this.clausesOf(all)) }
  }
}

/**
 * Condition on the keywords in a text. It is derived and compiled for the first text that is searched. To do so for all
 * conditions takes 60 ms.
 */
export class Keyed {
  readonly #derive: () => Requirement
  #requirement: Requirement | undefined
  #clauses: readonly Clause[] = []
  /** Number of literals that must be known to judge the condition. At least 1. */
  #literals = Infinity

  constructor(derive: () => Requirement, index: KeywordIndex) {
    this.#derive = derive
    index.add(this)
  }

  get requirement(): Requirement {
    return (this.#requirement ??= this.#derive())
  }

  /** Called by the index. */
  compile(index: KeywordIndex): void {
    this.#clauses = index.clausesOf(this.requirement)
    this.#literals = Math.max(index.size, 1)
  }

  /** Reports whether a text with these keywords can meet the condition. */
  mayBeIn({ hits, known }: Keywords): boolean {
    if (known < this.#literals) return true
    return hits.length === 0 ? this.#clauses.length === 0 : areMet(this.#clauses, hits)
  }
}
