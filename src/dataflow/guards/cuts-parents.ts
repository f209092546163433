import { LiteralKind, Op } from '../form/operations.ts'
import type { Program } from '../program/program.ts'

/** Returns whether a call of `replace` may cut `..` out of a text: `what` is a text that has it, or a pattern that may match dots in a row. */
export function cutsParents(program: Program, what: number | undefined): boolean {
  if (what === undefined || program.op(what) !== Op.Literal) return false
  const text = program.text(what, 1)
  return program.operand(what, 0) === LiteralKind.pattern ? /\\\.\\\.|\\\.[{+*]|\[[^\][]*\.|(?<!\\)\./.test(text) : text.includes('..')
}
