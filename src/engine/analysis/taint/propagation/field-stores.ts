import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'

/**
 * Returns the node that stores a value in an attribute (`this.branch = branch`, `{ branch }`) or returns it from a
 * callback. Guards at that node then apply to the flow. Returns -1 if there are several such nodes, and for flows
 * between two attributes.
 */
export function fieldStores(
  { program, references }: { readonly program: Program; readonly references: FoundReferences },
  value: number,
  attribute: number,
): number {
  if (value >= program.nodeCount) return -1
  if (attribute < references.firstAttribute) return returningNode(program, value, attribute)
  const key = references.siteOfAttribute(attribute)?.key
  let found = -1
  const { starts, users } = program.userLists()
  for (let at = starts[value] ?? 0, end = starts[value + 1] ?? 0; at < end; at += 1) {
    const user = users[at] ?? -1
    if (user === found || !mayKeep(program, user, value, key)) continue
    if (found >= 0) return -1
    found = user
  }
  return found
}

/** Returns the node in a callback that returns the value to the call that takes the callback, or -1. */
function returningNode(program: Program, value: number, call: number): number {
  if (call >= program.nodeCount || program.op(call) !== Op.Call) return -1
  const returning = program.users(value).filter((user) => program.op(user) === Op.Return)
  return returning.length === 1 ? (returning[0] ?? -1) : -1
}

function mayKeep(program: Program, user: number, value: number, key: string | undefined): boolean {
  switch (program.op(user)) {
    case Op.Store:
      return program.operand(user, 2) === value && (key === undefined || key === '*' || program.text(user, 1) === key)
    case Op.StoreDynamic:
      return program.operand(user, 2) === value
    case Op.Property:
      return key !== undefined && (key === '*' || program.text(user, 0) === key)
    case Op.ComputedProperty:
      return key !== undefined && program.operand(user, 1) === value
    case Op.ArrayOf:
    case Op.Spread:
    case Op.Call:
    case Op.New:
      return key === '*' || (key !== undefined && /^\d+$/.test(key))
    default:
      return false
  }
}
