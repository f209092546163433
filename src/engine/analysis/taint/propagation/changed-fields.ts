import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'

/** Methods that copy an object with some fields replaced: pydantic models, named tuples, and datetime values. */
const copying: ReadonlySet<string> = new Set(['model_copy', 'copy'])

/**
 * Returns which fields an argument replaces in a copy: `item.model_copy(update={'name': name})`,
 * `tuple._replace(name=name)`. `of` is the argument's entry that holds the new fields; undefined if the argument itself
 * holds them. `under` is the name of the replaced field if the argument is that field's value. Undefined for any other
 * call.
 */
export function changedFields(
  program: Program,
  call: number,
  argument: number,
): { readonly of: string | undefined; readonly under: string | undefined } | undefined {
  const callee = program.operand(call, 0)
  if (program.op(callee) !== Op.Load) return undefined
  const method = program.text(callee, 1)
  const op = program.op(argument)
  if (copying.has(method)) {
    if (op === Op.Keyword && program.text(argument, 0) === 'update') return { of: undefined, under: undefined }
    return op === Op.SpreadKeywords ? { of: 'update', under: undefined } : undefined
  }
  return method === '_replace' && op === Op.Keyword ? { of: undefined, under: program.text(argument, 0) } : undefined
}
