import { Op } from '../../ir/operations.ts'
import type { CallSteps } from './call-steps.ts'
import type { TakeStep, TaintStepsContext } from './taint-step.ts'
import type { TaintState } from './taint-graph.ts'
import { textStep } from './text-step.ts'

/** Propagates taint through literal entries, keyword arguments, and spreads. */
export class PartSteps {
  readonly #context: TaintStepsContext
  readonly #calls: CallSteps

  constructor(context: TaintStepsContext, calls: CallSteps) {
    this.#context = context
    this.#calls = calls
  }

  /** Handles a literal entry, a keyword argument, or a spread. */
  take({ node, context, shape }: TaintState, part: number, take: TakeStep): void {
    const { program, shapes } = this.#context
    const op = program.op(part)
    if (op === Op.ComputedProperty && program.operand(part, 1) !== node) return
    for (const whole of program.users(part)) {
      const region = program.regionOf[whole] ?? -1
      switch (program.op(whole)) {
        case Op.ObjectOf: {
          const key =
            op === Op.Property
              ? program.text(part, 0)
              : op === Op.ComputedProperty
                ? program.literalText(program.operand(part, 0))
                : undefined
          take(
            {
              node: whole,
              context,
              shape: op === Op.Spread ? shapes.replaced(shape, this.#keysAfter(whole, part)) : shapes.wrap(shape, key),
            },
            whole,
            region,
          )
          break
        }
        case Op.ArrayOf: {
          const element = op === Op.Spread ? shapes.at(shape, undefined) : shape
          if (element !== undefined)
            take({ node: whole, context, shape: shapes.wrap(element, undefined) }, whole, region)
          break
        }
        case Op.Call:
        case Op.New:
          this.#calls.take({ node, context, shape }, whole, part, shape, take)
          break
        default:
          textStep(this.#context, { node: part, context, shape }, whole, take)
      }
    }
  }

  /** Returns the keys that a literal sets after a spread, such as `url` in `{ ...options, url: fixed }`. */
  #keysAfter(object: number, spread: number): string[] {
    const { program } = this.#context
    const keys: string[] = []
    for (let index = program.operandCount(object) - 1; index >= 0; index -= 1) {
      const entry = program.operand(object, index)
      if (entry === spread) break
      if (program.op(entry) === Op.Property) keys.push(program.text(entry, 0))
    }
    return keys
  }
}
