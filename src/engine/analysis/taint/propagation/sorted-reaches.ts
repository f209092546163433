import type { Program } from '../../program/program.ts'
import type { NamedReach } from '../sinks/sink.ts'
import { maxToolReaches } from '../../../model/tool-reaches.ts'

/**
 * A program's hosts and environment variables, sorted by kind, name, and location. A report lists only the first names
 * of each kind per tool. Sorting avoids rescanning functions that many tools share.
 */
export class SortedReaches {
  readonly #all: readonly NamedReach[]
  /** Indexes into `#all` in ascending order, by function. */
  readonly #byFunction = new Map<number, number[]>()

  constructor(program: Pick<Program, 'placeOf' | 'functionOf'>, reaches: readonly NamedReach[]) {
    const placed = reaches.map((reach) => ({ reach, ...program.placeOf(reach.origin) }))
    placed.sort(
      (one, other) =>
        compare(one.reach.kind, other.reach.kind) ||
        compare(one.reach.name, other.reach.name) ||
        compare(one.path, other.path) ||
        one.line - other.line,
    )
    this.#all = placed.map(({ reach }) => reach)
    for (const [index, { node }] of this.#all.entries()) {
      const at = program.functionOf(node)
      const known = this.#byFunction.get(at)
      if (known) known.push(index)
      else this.#byFunction.set(at, [index])
    }
  }

  /** Returns the indexes of the first names of each kind in a function, skipping entries rejected by `counts`. */
  inFunction(at: number, counts: (reach: NamedReach) => boolean): readonly number[] {
    const indexes = this.#byFunction.get(at)
    return indexes ? this.#first(indexes, counts) : []
  }

  /** Returns the first names of each kind, each with its first location. */
  firstOf(indexes: readonly number[]): NamedReach[] {
    const sorted = indexes.toSorted((one, other) => one - other)
    return this.#first(sorted, () => true).flatMap((index) => this.#all[index] ?? [])
  }

  #first(sorted: readonly number[], counts: (reach: NamedReach) => boolean): number[] {
    const first: number[] = []
    let [kind, name, names] = ['', '', 0]
    for (const index of sorted) {
      const reach = this.#all[index]
      if (!reach || (reach.kind === kind && (reach.name === name || names >= maxToolReaches)) || !counts(reach))
        continue
      names = reach.kind === kind ? names + 1 : 1
      kind = reach.kind
      name = reach.name
      first.push(index)
    }
    return first
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
