import { Op } from '../../../ir/operations.ts'
import type { GuardContext } from '../guard-context.ts'
import { Memo } from '../memo.ts'

const remembered = new Memo<boolean>()

/**
 * Reports whether a function may run, because the program calls it or passes it to external code. An export alone is
 * not enough. Module bodies always run.
 */
export function isRun(context: GuardContext, functionIndex: number): boolean {
  // A function that is called only by itself does not run.
  return remembered.answer(context, functionIndex, () => findsRun(context, functionIndex), false)
}

function findsRun(context: GuardContext, functionIndex: number): boolean {
  const { program, references, index } = context
  const closure = index.closureOf(functionIndex)
  const called = program.functions[functionIndex]
  if (!called || called.parent < 0) return true
  const isCalled = references.callers(functionIndex).some((call) => isRun(context, program.functionOf(call)))
  return isCalled || (closure >= 0 && isPassed(context, closure, 0))
}

/** Operations that pass on a function unchanged. */
const carrying: ReadonlySet<Op> = new Set<Op>([
  Op.Capture,
  Op.Cell,
  Op.Typed,
  Op.Phi,
  Op.Keyword,
  Op.Property,
  Op.ObjectOf,
  Op.ArrayOf,
  Op.Spread,
])
const maxDepth = 6

function isPassed(context: GuardContext, node: number, depth: number): boolean {
  const { program } = context
  return (
    depth <= maxDepth &&
    program.users(node).some((user) => {
      const op = program.op(user)
      if (op === Op.Call || op === Op.New)
        return program.operand(user, 0) !== node && isRun(context, program.functionOf(user))
      return carrying.has(op) && isPassed(context, user, depth + 1)
    })
  )
}
