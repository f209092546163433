import { Op } from '../ir/operations.ts'

/** Operations that return one of their operands unchanged. */
export const carryingOperations: readonly Op[] = [Op.Capture, Op.Phi, Op.Cell, Op.Logical, Op.Typed, Op.Await]
