import { authenticatingNames, hostCheckingNames } from '../models/server-surface/request-words.ts'
import { Op } from '../ir/operations.ts'
import type { FoundReferences } from '../points-to/found-references.ts'
import type { Program } from '../program/program.ts'
import { lastName } from './plain-name.ts'

/** True if a value is passed as an argument, is a property, or is stored in an attribute. */
export function isHandedOver(program: Program, node: number): boolean {
  return program.users(node).some((user) => {
    const op = program.op(user)
    return op === Op.Call || op === Op.New || op === Op.Property || op === Op.Keyword || op === Op.Store
  })
}

/** True if the callee belongs to a library that authenticates or compares host names. */
export function isOfOthers(
  scope: { readonly program: Program; readonly references: FoundReferences },
  callee: number,
): boolean {
  const { program, references } = scope
  return (
    references.externals(callee).some((name) => authenticatingNames.test(name) || hostCheckingNames.test(name)) ||
    (program.op(callee) === Op.Load &&
      references.functions(callee).length === 0 &&
      authenticatingNames.test(lastName(scope, callee)))
  )
}
