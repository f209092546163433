import { LiteralKind, Op } from '../../ir/operations.ts'
import { dataflowLimits } from '../../dataflow-limits.ts'
import type { Program } from '../../program/program.ts'

export function isTruthyLiteral(kind: number, text: string): boolean {
  switch (kind) {
    case LiteralKind.boolean:
      return text.toLowerCase() === 'true'
    case LiteralKind.nothing:
      return false
    case LiteralKind.number:
      return Number(text) !== 0
    default:
      return text !== ''
  }
}

/** Reports whether a node is a literal, including `undefined`. */
export function isNothing(program: Program, node: number): boolean {
  return program.op(node) === Op.Literal
}

/** True for a constant, or an empty list or object literal. */
export function isConstant(program: Program, node: number): boolean {
  const op = program.op(node)
  return isNothing(program, node) || ((op === Op.ArrayOf || op === Op.ObjectOf) && program.operandCount(node) === 0)
}

/** Returns the value of a property in an object literal. Undefined if the property does not exist or is uncertain. */
export function propertyValue(program: Program, node: number, key: string): number | undefined {
  if (program.op(node) !== Op.ObjectOf) return undefined
  const count = program.operandCount(node)
  if (count > dataflowLimits.maxOperands) return undefined
  for (let index = count - 1; index >= 0; index -= 1) {
    const entry = program.operand(node, index)
    if (program.op(entry) !== Op.Property) return undefined
    if (program.text(entry, 0) === key) return program.operand(entry, 1)
  }
  return undefined
}

/** Returns the non-constant parts of a list, object, or string. */
export function partNodes(program: Program, node: number): readonly number[] {
  const count = Math.min(program.operandCount(node), dataflowLimits.maxOperands)
  return Array.from({ length: count }, (_none, index) => program.operand(node, index)).filter(
    (part) => program.op(part) !== Op.Literal,
  )
}
