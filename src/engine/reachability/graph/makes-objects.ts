import { Op } from '../../analysis/ir/operations.ts'

/** Reports whether a node may be an object or function, rather than text, a number, or an effect. */
export function makesObjects(op: number): boolean {
  return (
    op !== Op.Literal && op !== Op.Concat && op !== Op.Binary && op !== Op.Unary && op !== Op.Key && op !== Op.Global
  )
}
