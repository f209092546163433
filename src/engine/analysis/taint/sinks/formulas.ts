import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/** Methods of a parsed expression that visit its nodes. */
const treeMethods: ReadonlySet<string> = new Set(['traverse', 'forEach', 'filter', 'transform', 'map', 'type'])

/**
 * Reports whether mathjs functions such as `import` stay enabled. A program disables them by overriding them:
 * `math.import({ import: … })`.
 */
export function hasAllFunctions(program: KnownProgram['program']): boolean {
  return !program.index.of(Op.Call).some((call) => {
    const callee = program.operand(call, 0)
    return program.op(callee) === Op.Load && program.text(callee, 1) === 'import'
  })
}

/**
 * Like `hasAllFunctions`, but also requires that the program evaluates the parsed expression without inspecting its
 * nodes.
 */
export function isEvaluatedUnread({ program, references }: KnownProgram, call: number): boolean {
  const uses = [...program.users(call)].flatMap((user) =>
    program.op(user) === Op.Capture ? [...program.users(user)] : [user],
  )
  const methods = uses.filter((user) => program.op(user) === Op.Load).map((load) => program.text(load, 1))
  return (
    hasAllFunctions(program) &&
    methods.some((name) => name === 'evaluate' || name === 'eval' || name === 'compile') &&
    !methods.some((name) => treeMethods.has(name)) &&
    !uses.some((user) => program.op(user) === Op.Call && references.callees(user).length > 0)
  )
}
