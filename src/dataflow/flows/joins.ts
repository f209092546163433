import { Op } from '../form/operations.ts'
import type { Program } from '../program/program.ts'

/** Operations, and methods of lists, texts and modules of paths, that put a value together with others. */
const joiningOps: ReadonlySet<Op> = new Set<Op>([Op.Concat, Op.TaggedTemplate, Op.Opaque])
const joiningMethods: ReadonlySet<string> = new Set(['join', 'concat', 'format', 'resolve', 'padStart', 'padEnd'])

/** Whether a node puts values together to another one. Attributes, whose nodes follow those of the program, keep what they are given. */
export function joins(program: Program, node: number): boolean {
  if (node >= program.nodeCount) return false
  const op = program.op(node)
  const callee = op === Op.Call ? program.operand(node, 0) : -1
  return joiningOps.has(op) || (program.op(callee) === Op.Load && joiningMethods.has(program.text(callee, 1)))
}
