import { Op, RegionKind } from '../../ir/operations.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import type { Program } from '../../program/program.ts'
import type { Guards } from '../sanitizers/guard.ts'
import type { GuardedPath } from './guarded-paths.ts'
import type { TaintGraph } from './taint-graph.ts'

export interface ConsistentPathsContext {
  readonly program: Program
  readonly references: Pick<FoundReferences, 'callees'>
  readonly guards: Pick<Guards, 'answersIn'>
}

/** Maximum number of searches per sink. Each one excludes a different set of steps. */
const maxSearches = 16

/**
 * Finds a path whose steps can all happen in one run. `find` returns the shortest path that avoids the given steps. If
 * two steps exclude each other, the search continues without the first and, separately, without the second. If the
 * limit is reached, returns the last path found.
 */
export function consistentPath(
  context: ConsistentPathsContext,
  graph: TaintGraph,
  sink: number,
  find: (without: ReadonlySet<number>) => GuardedPath | undefined,
): GuardedPath | undefined {
  const waiting: ReadonlySet<number>[] = [new Set()]
  const tried = new Set<string>()
  let last: GuardedPath | undefined
  for (let count = 0; count < maxSearches; count += 1) {
    const without = waiting.shift()
    if (!without) return undefined
    const way = find(without)
    if (!way) continue
    const exclusive = exclusiveSteps(context, graph, way.steps, sink)
    if (!exclusive) return way
    last = way
    for (const step of exclusive) {
      if (step < 0) continue
      const more = new Set([...without, step])
      const key = [...more].sort((one, other) => one - other).join(' ')
      if (!tried.has(key)) waiting.push(more)
      tried.add(key)
    }
  }
  return waiting.length === 0 ? undefined : last
}

/** Test outcomes in one run of a function, each with the step that implies it, or -1 for the sink. */
interface Run {
  readonly answers: Map<string, { readonly isYes: boolean; readonly step: number }>
  readonly regions: Set<number>
}

const newRun = (): Run => ({ answers: new Map(), regions: new Set() })

/**
 * Returns two steps on a path that cannot happen in the same run of their function. Undefined if no such steps exist.
 */
function exclusiveSteps(
  { program, references, guards }: ConsistentPathsContext,
  graph: TaintGraph,
  steps: readonly number[],
  sink: number,
): readonly [number, number] | undefined {
  /** Call stack along the path: the runs of the calling functions, each with its call. */
  let outer: { readonly call: number; readonly run: Run }[] = []
  let run = newRun()
  const visit = (region: number, step: number): readonly [number, number] | undefined => {
    if (region < 0 || run.regions.has(region)) return undefined
    run.regions.add(region)
    for (const [test, isYes] of guards.answersIn(region)) {
      const before = run.answers.get(test)
      if (before === undefined) run.answers.set(test, { isYes, step })
      else if (before.isYes !== isYes) return [before.step, step]
    }
    return undefined
  }
  for (const step of steps) {
    const [from, to] = [graph.nodeOf(graph.from(step)), graph.nodeOf(graph.to(step))]
    const [user, region] = [graph.user(step), graph.region(step)]
    const isLocal = user >= 0 && from < program.nodeCount && to < program.nodeCount
    const found = isLocal ? visit(region, step) : undefined
    if (found) return found
    const op = isLocal ? program.op(to) : -1
    const isCall = isLocal && (program.op(user) === Op.Call || program.op(user) === Op.New)
    if (
      isCall &&
      (op === Op.Parameter || op === Op.Self) &&
      references.callees(user).includes(program.functionOf(to))
    ) {
      outer.push({ call: user, run })
      run = newRun()
    } else if (isLocal && program.op(user) === Op.Return) {
      const left = outer.pop()
      if (left?.call !== to) outer = []
      run = left?.call === to ? left.run : newRun()
    } else if (!isLocal || program.functionOf(to) !== program.functionOf(user)) {
      // A stored value may be read in a different run.
      outer = []
      run = newRun()
    } else if (op === Op.Phi && program.regionKinds[program.regionAt(to)] === RegionKind.loop) run = newRun()
  }
  return sink < 0 ? undefined : visit(program.regionOf[sink] ?? -1, -1)
}
