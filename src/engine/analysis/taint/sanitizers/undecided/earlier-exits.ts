import { Op, RegionKind } from '../../../ir/operations.ts'
import type { GuardContext } from '../guard-context.ts'
import { endingCalls } from '../never-returns.ts'
import type { ProgramPoint } from '../program-point.ts'

/** Condition under which a function exits. */
export interface EarlierExit {
  readonly condition: number
  readonly isTrue: boolean
}

const maxRegions = 30

/**
 * Returns the conditions under which the function would have exited before a place. Only exits in loops and other
 * regions that do not enclose the place count. Excludes regions that only some executions enter.
 */
export function earlierExits(
  context: GuardContext,
  functionIndex: number,
  { region, position }: ProgramPoint,
): readonly EarlierExit[] {
  const { program, index } = context
  const around = index.around(region)
  return [...index.exits(functionIndex), ...endingCalls(context, functionIndex)].flatMap((exit) => {
    const left = program.regionAt(exit)
    const condition = program.conditionOf(left)
    if (exit >= position || condition < 0 || around.has(left) || program.op(exit) === Op.Yield) return []
    let at = program.regionAround(left)
    for (let count = 0; !around.has(at); at = program.regionAround(at), count += 1)
      if (at < 0 || count > maxRegions || !alwaysRuns(context, at)) return []
    return [{ condition, isTrue: program.regionKinds[left] === RegionKind.when }]
  })
}

/** Reports whether every execution that gets past a region has also run it. Assumes that its loops have iterations. */
function alwaysRuns({ program, index }: GuardContext, region: number): boolean {
  const kind = program.regionKinds[region]
  if (kind === RegionKind.loop) return true
  if (kind === RegionKind.attempt) {
    const rescue = index.rescueOf(region)
    return rescue < 0 || index.endsDead[rescue] === 1
  }
  if (program.conditionOf(region) < 0) return false
  const other = index.siblingOf(region)
  // The condition of a loop has no region for its other outcome inside the loop.
  return other < 0 ? program.regionKinds[program.regionAround(region)] === RegionKind.loop : index.endsDead[other] === 1
}
