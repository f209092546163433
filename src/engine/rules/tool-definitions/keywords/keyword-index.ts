import { type Hits, KeywordAutomaton } from './keyword-automaton.ts'
import type { AllOf, AnyOf, Requirement } from './requirement.ts'

/** Literals that occur in a text, and the number of literals that were known. */
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

/** A set of literals, and the conditions on them. */
export class KeywordIndex {
  readonly #literals = new Map<string, number>()
  readonly #joinsMarks: boolean
  #automaton: KeywordAutomaton | undefined

  /** If `joinsMarks` is true, all characters except letters and digits count as a space. */
  constructor({ joinsMarks }: { readonly joinsMarks: boolean }) {
    this.#joinsMarks = joinsMarks
  }

  get size(): number {
    return this.#literals.size
  }

  /** Returns the literals of all conditions that occur in a text. */
  keywordsIn(text: string): Keywords {
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

/** Condition on the keywords in a text. */
export class Keyed {
  readonly requirement: Requirement
  readonly #clauses: readonly Clause[]
  /** Number of literals that must be known to judge the condition. */
  readonly #literals: number

  constructor(requirement: Requirement, index: KeywordIndex) {
    this.requirement = requirement
    this.#clauses = index.clausesOf(requirement)
    this.#literals = index.size
  }

  /** Reports whether a text with these keywords can meet the condition. */
  mayBeIn({ hits, known }: Keywords): boolean {
    if (known < this.#literals) return true
    return hits.length === 0 ? this.#clauses.length === 0 : areMet(this.#clauses, hits)
  }
}
