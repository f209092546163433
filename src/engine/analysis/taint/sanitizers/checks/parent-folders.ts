import { dataflowLimits } from '../../../dataflow-limits.ts'
import { Op } from '../../../ir/operations.ts'
import { namesOfCall } from '../call-names.ts'
import type { Checker } from '../checker.ts'
import { type Facts, noFacts } from '../facts.ts'
import type { GuardContext } from '../guard-context.ts'
import { operandsOf } from '../operands.ts'
import { pathState } from '../path-state.ts'
import { seenThrough } from '../seen-through.ts'
import { insideFolder, insideOf } from './inside-folder.ts'

/** Functions that copy a collection. */
const copying: ReadonlySet<string> = new Set(['list', 'tuple', 'set', 'frozenset'])

/**
 * Returns the path whose parent folders are in a collection: `full.parents`, `[full, *full.parents]`,
 * `list(full.parents)`. Returns -1 for other collections.
 */
export function pathOfParents(context: GuardContext, collection: number, depth = 0): number {
  const { program } = context
  const at = seenThrough(context, collection)
  if (depth > dataflowLimits.maxDerivationDepth) return -1
  const inner = (part: number) => pathOfParents(context, part, depth + 1)
  switch (program.op(at)) {
    case Op.Load:
      return program.text(at, 1) === 'parents' ? program.operand(at, 0) : -1
    case Op.Spread:
      return inner(program.operand(at, 0))
    case Op.Call:
      return namesOfCall(context, at).externals.some((name) => copying.has(name)) ? inner(program.operand(at, 1)) : -1
    case Op.ArrayOf:
    case Op.Concat: {
      const parts = operandsOf(program, at).slice(0, dataflowLimits.maxListedArguments)
      const path = parts.map(inner).find((one) => one >= 0) ?? -1
      const isOfPath = (part: number) => isSame(context, part, path) || isSame(context, inner(part), path)
      return path >= 0 && parts.every(isOfPath) ? path : -1
    }
    default:
      return -1
  }
}

const isSame = ({ values }: GuardContext, one: number, other: number) =>
  one >= 0 && other >= 0 && values.of(one) === values.of(other)

/** Returns the facts that follow if a folder is, or is not, among a path's parents. Undefined for other collections. */
export function factsFromParents(
  checker: Checker,
  { node, container, item, isTruthy }: { node: number; container: number; item: number; isTruthy: boolean },
): Facts | undefined {
  const { context } = checker
  const path = pathOfParents(context, container)
  if (path < 0) return undefined
  return isTruthy
    ? checker.about(
        path,
        insideOf(context, { folder: item, path }, () => insideFolder(pathState(context, path), node)),
      )
    : noFacts
}
