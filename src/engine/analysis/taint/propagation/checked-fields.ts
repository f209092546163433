import { Op } from '../../ir/operations.ts'
import { PairMap } from '../../ir/pair-map.ts'
import type { Guards } from '../sanitizers/guard.ts'
import type { Program } from '../../program/program.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import type { Contexts } from './contexts.ts'
import { WrittenFields } from './written-fields.ts'
import type { TaintMask } from '../../taint-kind.ts'

export interface CheckedFieldsContext {
  readonly program: Program
  readonly references: FoundReferences
  readonly guards: Guards
  readonly contexts: Contexts
}

/**
 * Checks of a single field before the whole object is passed on: `if (!/^\w+$/.test(options.name)) throw …;
 * run(options)`.
 */
export class CheckedFields {
  readonly #context: CheckedFieldsContext
  readonly #written: WrittenFields
  /** Index into `#cleared`, by object and user. */
  readonly #places = new PairMap()
  readonly #cleared: Map<string, TaintMask>[] = []

  constructor(context: CheckedFieldsContext) {
    this.#context = context
    this.#written = new WrittenFields(context)
  }

  /**
   * Returns the taint kinds that checks clear for an object's field before `user` receives the whole object. Includes
   * checks in this context's callers.
   */
  clearedWhere(object: number, user: number, context: number, key: string): TaintMask {
    const keys = [key]
    const there = this.#clearedAt(object, user, keys)
    return this.#context.program.op(object) === Op.Parameter
      ? there | this.clearedByCallers(object, context, keys)
      : there
  }

  /**
   * Returns the taint kinds that callers clear for a parameter's nested field before they pass the parameter in this
   * context. Returns 0 if the object is not a parameter.
   */
  clearedByCallers(object: number, context: number, keys: readonly string[]): TaintMask {
    const { program, references, contexts } = this.#context
    let cleared = 0
    let at = object
    for (
      let left = contexts.leave(context);
      left && program.op(at) === Op.Parameter && !this.#written.isWritten(at, keys);
      left = contexts.leave(left.context)
    ) {
      const inside = program.functionOf(at)
      // A call that only passes a callback, such as `reduce`, does not determine the callback's arguments.
      const given = references.callees(left.call).includes(inside)
        ? references.argumentFor(left.call, inside, program.operand(at, 0))
        : undefined
      if (given === undefined) break
      cleared |= this.#clearedAt(given, left.call, keys)
      at = given
    }
    return cleared
  }

  /** Results are cached because they are requested for every caller and every object shape. */
  #clearedAt(object: number, user: number, keys: readonly string[]): TaintMask {
    const place = this.#places.getOrAdd(object, user, this.#places.size)
    const known = (this.#cleared[place] ??= new Map<string, TaintMask>())
    const question = keys.join('\0')
    const before = known.get(question)
    if (before !== undefined) return before
    const { program, guards } = this.#context
    const cleared = this.#written.isWritten(object, keys)
      ? 0
      : guards.judgeField({ value: object, user, region: program.regionOf[user] ?? -1 }, keys)
    known.set(question, cleared)
    return cleared
  }
}
