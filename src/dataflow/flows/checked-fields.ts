import { Op } from '../form/operations.ts'
import type { Guards } from '../guards/guard.ts'
import type { Program } from '../program/program.ts'
import type { FoundReferences } from '../references/found-references.ts'
import type { Contexts } from './contexts.ts'
import type { TaintMask } from '../taint-kind.ts'

export interface CheckedFieldsContext {
  readonly program: Program
  readonly references: FoundReferences
  readonly guards: Guards
  readonly contexts: Contexts
}

/** Fields that were checked before the object around them is handed on as a whole: `if (!/^\w+$/.test(options.name)) throw …; run(options)`. */
export class CheckedFields {
  readonly #context: CheckedFieldsContext

  constructor(context: CheckedFieldsContext) {
    this.#context = context
  }

  /** Kinds of harm that were checked of a field of an object before `user` takes it as a whole: there, or by whoever called in this context and handed it over. */
  cleared(object: number, { user, context }: { readonly user: number; readonly context: number }, keys: readonly string[]): TaintMask {
    return this.#clearedAt(object, user, keys) | this.clearedByCallers(object, context, keys)
  }

  /** As `cleared`, by callers alone; nothing of what is no parameter. */
  clearedByCallers(object: number, context: number, keys: readonly string[]): TaintMask {
    const { program, references, contexts } = this.#context
    let cleared = 0
    let at = object
    for (let left = contexts.leave(context); left && program.op(at) === Op.Parameter && !this.#isChanged(at, keys); left = contexts.leave(left.context)) {
      const given = references.argumentFor(left.call, program.functionOf(at), program.operand(at, 0))
      if (given === undefined) break
      cleared |= this.#clearedAt(given, left.call, keys)
      at = given
    }
    return cleared
  }

  /** Whether something else is put into the field where the object was handed to: that was not checked. */
  #isChanged(parameter: number, [key]: readonly string[]): boolean {
    const { program } = this.#context
    return program.users(parameter).some((user) => program.operand(user, 0) === parameter && (program.op(user) === Op.StoreDynamic || (program.op(user) === Op.Store && program.text(user, 1) === key)))
  }

  #clearedAt(object: number, user: number, keys: readonly string[]): TaintMask {
    const { program, guards } = this.#context
    return guards.judgeField({ value: object, user, region: program.regionOf[user] ?? -1 }, keys)
  }
}
