import { Op } from '../form/operations.ts'
import type { Program } from '../program/program.ts'
import type { FoundReferences } from '../references/found-references.ts'
import { assigningFunctions } from '../references/passing-functions.ts'

/**
 * The object that a call gives the fields of an argument to: `Object.assign(this, options)`. −1 for any other call, and for what is given to nothing but
 * the result, `Object.assign({}, options)`.
 */
export function assignedObject({ program, references }: { readonly program: Program; readonly references: FoundReferences }, call: number, argument: number): number {
  const into = program.operand(call, 1)
  if (program.op(call) !== Op.Call || program.operandCount(call) < 3 || into === argument || (program.op(into) === Op.ObjectOf && program.users(into).length === 1)) return -1
  return references.externals(program.operand(call, 0)).some((name) => assigningFunctions.has(name)) ? into : -1
}
