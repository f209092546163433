import { Op } from '../../../ir/operations.ts'
import type { GuardContext } from '../guard-context.ts'
import { seenThrough } from '../seen-through.ts'

/** Reports whether a value is a parsed URL's host. The URL may also be parsed by a caller. */
export function isHost(context: GuardContext, node: number, depth = 0): boolean {
  const { program, references, values } = context
  if (depth > 4) return false
  if (isHostValue(values, values.of(node), 0)) return true
  const at = seenThrough(context, node)
  if (program.op(at) !== Op.Parameter) return false
  const inside = program.functionOf(at)
  return references
    .callers(inside)
    .slice(0, 12)
    .some((call) => {
      const given = references.argumentFor(call, inside, program.operand(at, 0))
      return given !== undefined && isHost(context, given, depth + 1)
    })
}

function isHostValue(values: GuardContext['values'], value: number, depth: number): boolean {
  if (depth > 4) return false
  return values
    .madeOf(value)
    .some(({ of, making }) => making.isHost === true || (making.checks !== 0 && isHostValue(values, of, depth + 1)))
}
