import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import type { KeyedAttribute } from '../../points-to/heap.ts'
import { assigningFunctions } from '../../points-to/passing-functions.ts'

/** Target of a call that copies other objects' fields into it. */
export interface AssignedObject {
  readonly object: number
  readonly attributes: readonly KeyedAttribute[]
}

/**
 * Finds the target of calls such as `Object.assign(this, options)`. Results are cached because they are requested for
 * every caller and every argument shape.
 */
export class AssignedFields {
  readonly #program: Program
  readonly #references: FoundReferences
  readonly #known = new Map<number, AssignedObject | undefined>()

  constructor({ program, references }: { readonly program: Program; readonly references: FoundReferences }) {
    this.#program = program
    this.#references = references
  }

  /** Undefined for any other call, and for `Object.assign({}, options)`, where only the result receives the fields. */
  of(call: number): AssignedObject | undefined {
    const program = this.#program
    if (program.op(call) !== Op.Call || program.operandCount(call) < 3) return undefined
    if (!this.#known.has(call)) this.#known.set(call, this.#find(call))
    return this.#known.get(call)
  }

  #find(call: number): AssignedObject | undefined {
    const [program, references] = [this.#program, this.#references]
    const object = program.operand(call, 1)
    if (
      (program.op(object) === Op.ObjectOf && program.users(object).length === 1) ||
      !references.externals(program.operand(call, 0)).some((name) => assigningFunctions.has(name))
    )
      return undefined
    return { object, attributes: references.attributesOf(object) }
  }
}
