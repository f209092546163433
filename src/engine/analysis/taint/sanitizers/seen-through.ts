import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { isConstant } from './literals.ts'

/** Operations that return one of their operands unchanged, with the index of that operand. */
const passing: Partial<Record<Op, number>> = {
  [Op.Await]: 0,
  [Op.Typed]: 0,
  [Op.Capture]: 0,
  [Op.Keyword]: 1,
  [Op.Property]: 1,
}

/** Returns the node behind any awaits, captures, and type assertions. */
export function seenThrough({ program }: KnownProgram, node: number): number {
  let at = node
  for (let step = 0; step < dataflowLimits.maxOperands; step += 1) {
    const through = program.op(at) === Op.Cell && program.operandCount(at) === 1 ? 0 : passing[program.op(at)]
    if (through === undefined) return at
    at = program.operand(at, through)
  }
  return at
}

/** Returns the definitions of a value, or the node itself if none is known. */
export function definitionsOf(context: KnownProgram, node: number): readonly number[] {
  const through = seenThrough(context, node)
  const origins = context.references.origins(through)
  return origins.length === 0 ? [through] : origins
}

/** Returns the operand that has the same value as a node. Undefined if the operation creates another value. */
export function equalOperand(program: Program, node: number): number | undefined {
  switch (program.op(node)) {
    case Op.Await:
    case Op.Typed:
    case Op.Capture:
    case Op.Spread:
      return program.operand(node, 0)
    case Op.Property:
    case Op.Keyword:
      return program.operand(node, 1)
    case Op.Cell:
      return program.operandCount(node) === 1 ? program.operand(node, 0) : undefined
    // In `value || 'default'`, the first operand counts.
    case Op.Logical:
      return program.text(node, 0) !== 'and' && isConstant(program, program.operand(node, 2))
        ? program.operand(node, 1)
        : undefined
    default:
      return undefined
  }
}
