import { LiteralKind, Op } from '../../ir/operations.ts'
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
