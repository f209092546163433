import type { KnownProgram } from '../../schemas/known-program.ts'

/**
 * How far from the function that is called by a server another one may stand, in calls, and how many of its callers are
 * looked at.
 */
const bounds = { callsAway: 4, callers: 50 }

/**
 * Whether a function is one of those, stands in one, or is called from one over few calls. `reach` remembers answers
 * for the same functions.
 */
export function isCalledFrom(
  known: KnownProgram,
  functions: ReadonlySet<number>,
  index: number,
  reach: Map<number, boolean>,
  depth = 0,
): boolean {
  if (functions.has(index)) return true
  const remembered = reach.get(index)
  if (remembered !== undefined || depth > bounds.callsAway) return remembered ?? false
  // While it is being found, one that calls itself is not called from elsewhere by that.
  reach.set(index, false)
  const parent = known.program.functions[index]?.parent ?? -1
  const found =
    (parent > 0 && isCalledFrom(known, functions, parent, reach, depth + 1)) ||
    hasCallerAmong(known, functions, index, reach, depth)
  reach.set(index, found)
  return found
}

/** Whether one of those functions calls a function, over few calls. */
export function hasCallerAmong(
  known: KnownProgram,
  functions: ReadonlySet<number>,
  index: number,
  reach: Map<number, boolean>,
  depth = 0,
): boolean {
  return known.references
    .callers(index)
    .slice(0, bounds.callers)
    .some((call) => isCalledFrom(known, functions, known.program.functionOf(call), reach, depth + 1))
}
