import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import { isConstant } from './literals.ts'

/** Returns the operand that has the same value as the node; undefined for operations that make another value. */
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
    // `value || 'default'`
    case Op.Logical:
      return program.text(node, 0) !== 'and' && isConstant(program, program.operand(node, 2))
        ? program.operand(node, 1)
        : undefined
    default:
      return undefined
  }
}
