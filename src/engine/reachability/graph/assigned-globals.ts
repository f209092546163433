import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { Op } from '../../analysis/ir/operations.ts'

/**
 * Returns the variables that a file assigns but does not declare. The IR has no such assignments, but starts with a
 * read of each of these variables at offset 0. A file that starts with another global variable lists that one too.
 */
export function assignedGlobals({ ops, offsets, operands, operandsAt, strings }: IrModule): ReadonlySet<string> {
  const found = new Set<string>()
  for (let node = 0; node < ops.length; node += 1) {
    // A `this` outside functions comes first.
    if (ops[node] === Op.Self) continue
    if (ops[node] !== Op.Global || offsets[node] !== 0) break
    found.add(strings[operands[operandsAt[node] ?? 0] ?? -1] ?? '')
  }
  return found
}
