import { GrowingIntegers } from './growing-array.ts'

/** Nodes and regions of a unit while they are appended, as `IrModule` has them in the end. */
export class ModuleColumns {
  readonly ops = new GrowingIntegers()
  readonly regionOf = new GrowingIntegers()
  readonly offsets = new GrowingIntegers()
  readonly operandsAt = new GrowingIntegers()
  readonly operands = new GrowingIntegers()
  /** Operands of a node that is yet to be made. */
  readonly heldOperands = new GrowingIntegers()
  readonly regionParents = new GrowingIntegers()
  readonly regionKinds = new GrowingIntegers()
  readonly regionConditions = new GrowingIntegers()
  readonly regionFunctions = new GrowingIntegers()

  /** Empties them and keeps their room. */
  clear(): void {
    for (const column of Object.values(this)) if (column instanceof GrowingIntegers) column.length = 0
  }
}

/**
 * Columns whose unit was built. With new ones for each file, their memory took a hundredth of following 31 MB of
 * packages.
 */
const spare: ModuleColumns[] = []

/** Empty columns that nobody else has. */
export function acquireColumns(): ModuleColumns {
  return spare.pop() ?? new ModuleColumns()
}

/** Columns of larger units are let go of: of a file of 5 MB they hold 50 MB. */
const maxKept = 200_000

/** Says that nobody asks these columns for anything any more. */
export function releaseColumns(columns: ModuleColumns): void {
  const isLarge = columns.operands.length > maxKept
  columns.clear()
  if (spare.length === 0 && !isLarge) spare.push(columns)
}
