import { LiteralKind, Op } from '../../ir/operations.ts'
import { dataflowLimits } from '../../dataflow-limits.ts'
import type { Program } from '../../program/program.ts'

/** Whether a constant is truthy, by its kind and text. */
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

/** Whether a node is a constant that says nothing about where other values go: a literal, as `undefined` is one. */
export function isNothing(program: Program, node: number): boolean {
  return program.op(node) === Op.Literal
}

/** Returns true for a constant, or a list or object that is written without anything in it. */
export function isConstant(program: Program, node: number): boolean {
  const op = program.op(node)
  return isNothing(program, node) || ((op === Op.ArrayOf || op === Op.ObjectOf) && program.operandCount(node) === 0)
}

/** The property of an object literal; undefined if it does not exist or is not certain. */
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

/** Returns what a list, object or text is put together of, without its constants. */
export function partNodes(program: Program, node: number): readonly number[] {
  const count = Math.min(program.operandCount(node), dataflowLimits.maxOperands)
  return Array.from({ length: count }, (_none, index) => program.operand(node, index)).filter(
    (part) => program.op(part) !== Op.Literal,
  )
}
