import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { SinkUse } from '../sinks/sink.ts'

/** Reports whether the sink runs an argument list that a different function creates. */
export function isListedElsewhere(program: Program, { node, takenBy }: SinkUse): boolean {
  return (
    takenBy !== undefined &&
    program.op(takenBy) !== Op.ObjectOf &&
    program.functionOf(takenBy) !== program.functionOf(node)
  )
}

/**
 * Locations of argument lists that are created in one function and run in another. Each creating function counts as a
 * separate location.
 */
export class ArgumentListPlaces {
  readonly #program: Program
  readonly #first = new Map<string, number>()

  constructor(program: Program, uses: Iterable<SinkUse>) {
    this.#program = program
    for (const { node, takenBy } of uses) {
      if (takenBy === undefined) continue
      const key = this.#keyOf(node, takenBy)
      this.#first.set(key, Math.min(takenBy, this.#first.get(key) ?? Infinity))
    }
  }

  /**
   * Sets `place` to the first such list in the creating function. A list created in the sink's own function has no
   * place.
   */
  withPlace<Reached extends { readonly use: SinkUse; readonly place: number }>(reached: Reached): Reached {
    const { node, takenBy } = reached.use
    if (reached.place >= 0 || takenBy === undefined || !isListedElsewhere(this.#program, reached.use)) return reached
    return { ...reached, place: this.#first.get(this.#keyOf(node, takenBy)) ?? takenBy }
  }

  #keyOf(node: number, takenBy: number): string {
    return `${node} ${this.#program.functionOf(takenBy)}`
  }
}
