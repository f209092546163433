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
    for (let left = contexts.leave(context); left && program.op(at) === Op.Parameter && !isChanged(program, at, keys); left = contexts.leave(left.context)) {
      const given = references.argumentFor(left.call, program.functionOf(at), program.operand(at, 0))
      if (given === undefined) break
      cleared |= this.#clearedAt(given, left.call, keys)
      at = given
    }
    return cleared
  }

  #clearedAt(object: number, user: number, keys: readonly string[]): TaintMask {
    const { program, guards } = this.#context
    return isChanged(program, object, keys) ? 0 : guards.judgeField({ value: object, user, region: program.regionOf[user] ?? -1 }, keys)
  }
}

/** Whether something else is put into a field of a value, or of what stands in one: that was not checked. */
function isChanged(program: Program, value: number, [key, ...inner]: readonly string[]): boolean {
  return key !== undefined && program.users(value).some((user) => {
    if (program.operand(user, 0) !== value) return false
    const op = program.op(user)
    return op === Op.StoreDynamic || (op === Op.Store && program.text(user, 1) === key) || (op === Op.Load && program.text(user, 1) === key && isChanged(program, user, inner))
  })
}
