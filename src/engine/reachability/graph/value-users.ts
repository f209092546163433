import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { quickOperandKind } from '../../analysis/ir/operand-counts.ts'
import { OperandKind } from '../../analysis/program/operand-kinds.ts'

/** Calls `visit` with each value that a node or a class refers to, and the node, or -1 for a class. */
export function eachUse(
  { ops, operands, operandsAt, classes }: IrModule,
  visit: (value: number, user: number) => void,
): void {
  for (let node = 0; node < ops.length; node += 1) {
    const start = operandsAt[node] ?? 0
    for (let at = start; at < (operandsAt[node + 1] ?? 0); at += 1)
      if (quickOperandKind(ops[node] ?? 0, at - start) === OperandKind.node) visit(operands[at] ?? 0, node)
  }
  for (const { bases, members } of classes) {
    for (const base of bases) visit(base, -1)
    for (const { value } of members) visit(value, -1)
  }
}

/** Users of each value of a file: nodes, and -1 for a class. */
export function valueUsers(unit: IrModule): ReadonlyMap<number, readonly number[]> {
  const users = new Map<number, number[]>()
  eachUse(unit, (value, user) => {
    const known = users.get(value)
    if (known) known.push(user)
    else users.set(value, [user])
  })
  return users
}
