import { OperandKind, operandKind } from '../program/operand-kinds.ts'
import { Op } from './operations.ts'

const every: readonly Op[] = Object.values(Op)

/** Number of operation codes: the highest one plus 1. */
export const opCount = Math.max(...every) + 1

/** Number of operands for operations where it is the same for every node. */
const fixed: Readonly<Partial<Record<Op, number>>> = {
  [Op.Literal]: 2,
  [Op.Parameter]: 1,
  [Op.Self]: 0,
  [Op.Import]: 2,
  [Op.Global]: 1,
  [Op.Capture]: 1,
  [Op.Load]: 2,
  [Op.LoadDynamic]: 2,
  [Op.Store]: 3,
  [Op.StoreDynamic]: 3,
  [Op.Binary]: 3,
  [Op.Unary]: 2,
  [Op.Logical]: 3,
  [Op.Property]: 2,
  [Op.ComputedProperty]: 2,
  [Op.Spread]: 1,
  [Op.Keyword]: 2,
  [Op.SpreadKeywords]: 1,
  [Op.Closure]: 1,
  [Op.Class]: 1,
  [Op.Await]: 1,
  [Op.Element]: 1,
  [Op.Key]: 1,
  [Op.Caught]: 0,
  [Op.Return]: 1,
  [Op.Throw]: 1,
  [Op.Yield]: 1,
  [Op.Export]: 2,
  [Op.ExportAll]: 1,
  [Op.Typed]: 2,
}

/** Number of operands by operation, or -1 if it varies between nodes. */
export const operandCounts = Int8Array.from({ length: opCount }, (_, op) => fixed[op as Op] ?? -1)

/** Minimum number of operands by operation. */
export const minOperands = Int8Array.from({ length: opCount }, (_, op) =>
  op === Op.Call || op === Op.New || op === Op.TaggedTemplate ? 1 : Math.max(operandCounts[op] ?? 0, 0),
)

/** For each operation, the kinds of its first three operands and of the remaining ones. */
const kinds = Uint8Array.from({ length: opCount * 4 }, (_, place) => operandKind((place >> 2) as Op, place & 3))

/** Faster version of `operandKind` for millions of calls. */
export function quickOperandKind(op: number, index: number): number {
  return op === Op.Phi
    ? (index & 1) * OperandKind.region
    : (kinds[op * 4 + (index < 3 ? index : 3)] ?? OperandKind.plain)
}
