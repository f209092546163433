import { Op } from '../ir/operations.ts'

/** Kind of an operand: a node, the index of a string, region, function, or class, or a plain number. */
export const OperandKind = { node: 0, string: 1, region: 2, function: 3, class: 4, plain: 5 } as const
export type OperandKind = (typeof OperandKind)[keyof typeof OperandKind]

const { node, string, region, plain } = OperandKind

/** Operand kinds by operation: the kinds of the first operands, and the kinds that repeat after them. */
const layouts: Readonly<
  Partial<Record<Op, { readonly first: readonly OperandKind[]; readonly repeat: readonly OperandKind[] }>>
> = {
  [Op.Literal]: { first: [plain, string], repeat: [plain] },
  [Op.Parameter]: { first: [plain], repeat: [plain] },
  [Op.Import]: { first: [string, string], repeat: [plain] },
  [Op.Global]: { first: [string], repeat: [plain] },
  [Op.Phi]: { first: [], repeat: [node, region] },
  [Op.Load]: { first: [node, string], repeat: [plain] },
  [Op.Store]: { first: [node, string, node], repeat: [plain] },
  [Op.Binary]: { first: [string, node, node], repeat: [plain] },
  [Op.Unary]: { first: [string, node], repeat: [plain] },
  [Op.Logical]: { first: [string, node, node], repeat: [plain] },
  [Op.Property]: { first: [string, node], repeat: [plain] },
  [Op.Keyword]: { first: [string, node], repeat: [plain] },
  [Op.Closure]: { first: [OperandKind.function], repeat: [plain] },
  [Op.Class]: { first: [OperandKind.class], repeat: [plain] },
  [Op.Export]: { first: [string, node], repeat: [plain] },
  [Op.ExportAll]: { first: [string], repeat: [plain] },
  [Op.Typed]: { first: [node, string], repeat: [plain] },
}

const onlyNodes = { first: [], repeat: [node] } as const

export function operandKind(op: Op, index: number): OperandKind {
  const { first, repeat } = layouts[op] ?? onlyNodes
  return first[index] ?? repeat[(index - first.length) % repeat.length] ?? node
}
