import { opCount } from '../ir/operand-counts.ts'
import { Op } from '../ir/operations.ts'

/** Positions of the operands that are nodes: every `step`-th operand after the first `skipped` and before `most`. */
export interface NodeOperands {
  readonly skipped: number
  readonly step: number
  readonly most: number
}

export const everyOperand: NodeOperands = { skipped: 0, step: 1, most: 1e9 }

/** Node operands by operation, precomputed to avoid an allocation per node. */
export const nodeOperands: readonly NodeOperands[] = Array.from({ length: opCount }, (_none, op) =>
  nodeOperandsOf(op as Op),
)

function nodeOperandsOf(op: Op): NodeOperands {
  switch (op) {
    case Op.Literal:
    case Op.Parameter:
    case Op.Import:
    case Op.Global:
    case Op.Closure:
    case Op.Class:
    case Op.ExportAll:
      return { ...everyOperand, most: 0 }
    case Op.Phi:
    case Op.Store:
      return { ...everyOperand, step: 2 }
    case Op.Load:
    case Op.Typed:
      return { ...everyOperand, most: 1 }
    case Op.Binary:
    case Op.Unary:
    case Op.Logical:
    case Op.Property:
    case Op.Keyword:
    case Op.Export:
      return { ...everyOperand, skipped: 1 }
    default:
      return everyOperand
  }
}

/** Returns the start, step, and end of the operands that are nodes. */
export function nodeOperandRange(op: Op, start: number, end: number): [from: number, step: number, to: number] {
  const { skipped, step, most } = nodeOperands[op] ?? everyOperand
  return [start + skipped, step, Math.min(end, start + most)]
}
