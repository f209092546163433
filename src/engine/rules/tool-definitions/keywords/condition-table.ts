import { type Hits, KeywordAutomaton } from './keyword-automaton.ts'
import type { AllOf, AnyOf, Requirement } from './requirement.ts'

/** A bit per condition. An array of small integers, because a typed array takes five times as long to copy. */
export type ConditionBits = readonly number[]

const bitsPerWord = 30

/** Returns the index of the word that contains the bit of a condition. */
export const wordOf = (condition: number): number => Math.floor(condition / bitsPerWord)

/** Returns the bit of a condition in its word. */
export const maskOf = (condition: number): number => 1 << (condition % bitsPerWord)

/** At least one of these literals occurs, or one of the other requirements is met. */
interface Clause {
  /** Pairs of an index into the hits and a mask. */
  readonly bits: Int32Array
  readonly others: readonly (readonly Clause[])[]
}

/** One way to meet a condition. */
interface Alternative {
  /** Index and bit of the condition. */
  readonly word: number
  readonly mask: number
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
  /** Conditions that each literal meets alone, as pairs of an index and a mask. */
  readonly #alone: readonly Int32Array[]
  /** Alternatives that require each literal, or one of several literals. */
  readonly #alternatives: Alternative[][] = []
  readonly #automaton: KeywordAutomaton
  /** Conditions that each text meets. */
  readonly always: ConditionBits

  /** If `joinsMarks` is true, all characters except letters and digits count as a space. */
  constructor(requirements: readonly Requirement[], joinsMarks: boolean) {
    const always = Array.from({ length: Math.ceil(requirements.length / bitsPerWord) }, () => 0)
    const alone: number[][] = []
    for (const [condition, requirement] of requirements.entries()) {
      if (requirement === true) setBit(always, condition)
      else if ('all' in requirement) this.#addAlternative(condition, requirement)
      else {
        for (const literal of requirement.any) (alone[this.#indexOf(literal)] ??= []).push(condition)
        for (const other of requirement.others) this.#addAlternative(condition, other)
      }
    }
    this.always = always
    this.#alone = Array.from(this.#literals.values(), (literal) => masksOf(alone[literal] ?? []))
    this.#automaton = new KeywordAutomaton([...this.#literals.keys()], joinsMarks)
  }

  /** Returns the conditions that a text may meet: `always` if it contains no literal. */
  conditionsIn(text: string): ConditionBits {
    const count = this.#automaton.search(text)
    if (count === 0) return this.always
    const { found, hits } = this.#automaton
    const met = this.always.slice()
    for (let at = 0; at < count; at += 1) {
      const literal = found[at] ?? 0
      const alone = this.#alone[literal] ?? none
      for (let each = 0; each < alone.length; each += 2) {
        const word = alone[each] ?? 0
        met[word] = (met[word] ?? 0) | (alone[each + 1] ?? 0)
      }
      const alternatives = this.#alternatives[literal] ?? noAlternatives
      for (let each = 0; each < alternatives.length; each += 1) {
        const alternative = alternatives[each]
        if (alternative && ((met[alternative.word] ?? 0) & alternative.mask) === 0 && areMet(alternative.clauses, hits))
          met[alternative.word] = (met[alternative.word] ?? 0) | alternative.mask
      }
    }
    return met
  }

  #indexOf(literal: string): number {
    const known = this.#literals.get(literal)
    if (known !== undefined) return known
    const index = this.#literals.size
    this.#literals.set(literal, index)
    this.#alternatives.push([])
    return index
  }

  #addAlternative(condition: number, { all }: AllOf): void {
    const alternative = {
      word: wordOf(condition),
      mask: maskOf(condition),
      clauses: all.map((clause) => this.#clauseOf(clause)),
    }
    for (const literal of rarestOf(all)) this.#alternatives[this.#indexOf(literal)]?.push(alternative)
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
}

const none = new Int32Array(0)
const noAlternatives: readonly Alternative[] = []

/** Returns literals that any text contains one of if it meets all clauses. Prefers long literals, which are rare. */
function rarestOf(clauses: readonly AnyOf[]): readonly string[] {
  const choices = clauses.map(({ any, others }) => [...any, ...others.flatMap(({ all }) => rarestOf(all))])
  return choices.toSorted((a, b) => frequencyOf(a) - frequencyOf(b))[0] ?? []
}

/** Returns an estimate of how often one of these literals occurs in texts, for comparison. */
const frequencyOf = (literals: readonly string[]): number =>
  literals.reduce((sum, literal) => sum + 3 ** -literal.length, 0)

const setBit = (bits: number[], at: number): void => {
  const word = wordOf(at)
  bits[word] = (bits[word] ?? 0) | maskOf(at)
}

/** Returns the bits of conditions, as pairs of an index and a mask. */
function masksOf(conditions: readonly number[]): Int32Array {
  const masks = new Map<number, number>()
  for (const condition of conditions) {
    const word = wordOf(condition)
    masks.set(word, (masks.get(word) ?? 0) | maskOf(condition))
  }
  return Int32Array.from([...masks].flat())
}
