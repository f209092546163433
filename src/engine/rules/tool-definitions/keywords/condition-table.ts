import { type Hits, KeywordAutomaton } from './keyword-automaton.ts'
import type { AllOf, AnyOf, Requirement } from './requirement.ts'

/** At least one of these literals occurs, or one of the other requirements is met. */
interface Clause {
  /** Pairs of an index into the hits and a mask. */
  readonly bits: Int32Array
  readonly others: readonly (readonly Clause[])[]
}

/** One way to meet a condition. */
interface Alternative {
  readonly condition: number
  readonly clauses: readonly Clause[]
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

/**
 * Judges many conditions on the literals in a text. Only conditions with a literal that occurs are judged, so the time
 * depends on the number of literals found and not on the number of conditions.
 */
export class ConditionTable {
  readonly #literals = new Map<string, number>()
  /** Number of alternatives that contain each literal. */
  readonly #uses: number[] = []
  /** Conditions that each literal meets alone. */
  readonly #alone: number[][] = []
  /** Alternatives that require each literal, or one of several literals. */
  readonly #alternatives: Alternative[][] = []
  readonly #automaton: KeywordAutomaton
  /** Conditions that each text meets. */
  readonly #always: Uint32Array

  /** If `joinsMarks` is true, all characters except letters and digits count as a space. */
  constructor(requirements: readonly Requirement[], joinsMarks: boolean) {
    this.#always = new Uint32Array(Math.ceil(requirements.length / 32))
    const waysOf = new Map<number, readonly AllOf[]>()
    for (const [condition, requirement] of requirements.entries()) {
      if (requirement === true) setBit(this.#always, condition)
      else if ('all' in requirement) waysOf.set(condition, [requirement])
      else {
        waysOf.set(condition, requirement.others)
        for (const literal of requirement.any) this.#alone[this.#indexOf(literal)]?.push(condition)
      }
    }
    for (const ways of waysOf.values()) for (const { all } of ways) for (const clause of all) this.#count(clause)
    for (const [condition, ways] of waysOf)
      for (const { all } of ways) {
        const alternative = { condition, clauses: all.map((clause) => this.#clauseOf(clause)) }
        for (const literal of this.#rarest(all)) this.#alternatives[this.#indexOf(literal)]?.push(alternative)
      }
    this.#automaton = new KeywordAutomaton([...this.#literals.keys()], joinsMarks)
  }

  /** Returns the conditions that a text may meet, as a bit per condition. Texts can share the result. */
  conditionsIn(text: string): Uint32Array {
    const count = this.#automaton.search(text)
    if (count === 0) return this.#always
    const { found, hits } = this.#automaton
    const met = this.#always.slice()
    for (let at = 0; at < count; at += 1) {
      const literal = found[at] ?? 0
      for (const condition of this.#alone[literal] ?? []) setBit(met, condition)
      for (const { condition, clauses } of this.#alternatives[literal] ?? [])
        if (!hasBit(met, condition) && areMet(clauses, hits)) setBit(met, condition)
    }
    return met
  }

  #indexOf(literal: string): number {
    const known = this.#literals.get(literal)
    if (known !== undefined) return known
    const index = this.#literals.size
    this.#literals.set(literal, index)
    this.#uses.push(0)
    this.#alone.push([])
    this.#alternatives.push([])
    return index
  }

  #count({ any, others }: AnyOf): void {
    for (const literal of any) {
      const index = this.#indexOf(literal)
      this.#uses[index] = (this.#uses[index] ?? 0) + 1
    }
    for (const { all } of others) for (const clause of all) this.#count(clause)
  }

  #clauseOf({ any, others }: AnyOf): Clause {
    const masks = new Map<number, number>()
    for (const literal of any) {
      const index = this.#indexOf(literal)
      masks.set(index >>> 5, (masks.get(index >>> 5) ?? 0) | (1 << (index & 31)))
    }
    return {
      bits: Int32Array.from([...masks].flat()),
      others: others.map(({ all }) => all.map((clause) => this.#clauseOf(clause))),
    }
  }

  /** Returns literals one of which must occur so that all clauses are met, preferably those with the fewest uses. */
  #rarest(clauses: readonly AnyOf[]): readonly string[] {
    const choices = clauses.map(({ any, others }) => [...any, ...others.flatMap(({ all }) => this.#rarest(all))])
    const usesOf = (literals: readonly string[]) =>
      literals.reduce((sum, literal) => sum + (this.#uses[this.#indexOf(literal)] ?? 0), 0)
    return choices.toSorted((a, b) => usesOf(a) - usesOf(b))[0] ?? []
  }
}

const setBit = (bits: Uint32Array, at: number): void => {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31))
}

const hasBit = (bits: Uint32Array, at: number): boolean => ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0
