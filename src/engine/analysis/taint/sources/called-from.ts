import type { KnownProgram } from '../../schemas/known-program.ts'

/** `callsAway`: maximum length of the call chain. `callers`: maximum number of callers to follow per function. */
const bounds = { callsAway: 4, callers: 50 }

/**
 * Reports whether a function is one of the given functions, is nested in one of them, or is reachable from one of them
 * through a limited number of calls. `reach` caches the results for this set of functions.
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
  // A provisional result, so that recursion ends.
  reach.set(index, false)
  const parent = known.program.functions[index]?.parent ?? -1
  const found =
    (parent > 0 && isCalledFrom(known, functions, parent, reach, depth + 1)) ||
    hasCallerAmong(known, functions, index, reach, depth)
  reach.set(index, found)
  return found
}

/** Reports whether one of the given functions reaches a function through a few calls. */
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
