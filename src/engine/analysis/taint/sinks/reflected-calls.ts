import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import type { SinkUse } from './sink.ts'

/** Tables that programs make to look functions up: literals, and what `Object` and `Map` make. */
const tables: ReadonlySet<Op> = new Set<Op>([Op.ObjectOf, Op.ArrayOf])

/**
 * Finds calls of a method whose name is computed: `client[method](…)`. A call of an element of a literal is not one,
 * because its functions are known.
 */
export function findReflectedCalls({ program, references }: KnownProgram): SinkUse[] {
  const found: SinkUse[] = []
  for (const callee of program.index.of(Op.LoadDynamic)) {
    const [object, key] = [program.operand(callee, 0), program.operand(callee, 1)]
    if (program.op(key) === Op.Literal) continue
    const call = [...program.users(callee)].find(
      (user) => program.op(user) === Op.Call && program.operand(user, 0) === callee,
    )
    if (call === undefined || program.isDead(call) || !isOfOthers({ program, references }, object)) continue
    found.push({
      kind: 'reflection',
      node: call,
      value: key,
      model: '[name]()',
      effect: 'calls what a name refers to',
    })
  }
  return found
}

/** Whether an object is known, and no table of the program: an instance, or something of another package. */
function isOfOthers({ program, references }: KnownProgram, object: number): boolean {
  if (references.objects(object).some((one) => tables.has(program.op(one)))) return false
  return (
    references.instanceClasses(object).length > 0 ||
    references.externals(object).length > 0 ||
    program.op(object) === Op.Self
  )
}
