import { LiteralKind } from '../form/operations.ts'

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
