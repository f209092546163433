import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { SinkUse } from '../sinks/sink.ts'

/** Whether one function makes a list of arguments that another one runs. */
export function isListedElsewhere(program: Program, { node, takenBy }: SinkUse): boolean {
  return (
    takenBy !== undefined &&
    program.op(takenBy) !== Op.ObjectOf &&
    program.functionOf(takenBy) !== program.functionOf(node)
  )
}

/** A list of arguments that one function makes and another one runs is a place of its own for each function. */
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

  /** Sets the place to the first of these lists in their function. Lists beside the sink have no place. */
  withPlace<Reached extends { readonly use: SinkUse; readonly place: number }>(reached: Reached): Reached {
    const { node, takenBy } = reached.use
    if (reached.place >= 0 || takenBy === undefined || !isListedElsewhere(this.#program, reached.use)) return reached
    return { ...reached, place: this.#first.get(this.#keyOf(node, takenBy)) ?? takenBy }
  }

  #keyOf(node: number, takenBy: number): string {
    return `${node} ${this.#program.functionOf(takenBy)}`
  }
}
