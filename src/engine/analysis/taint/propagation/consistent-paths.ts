import { Op, RegionKind } from '../../ir/operations.ts'
import type { FoundReferences } from '../../points-to/found-references.ts'
import type { Program } from '../../program/program.ts'
import type { Guards } from '../sanitizers/guard.ts'
import type { GuardedPath } from './guarded-paths.ts'
import type { TaintGraph } from './taint-graph.ts'

/** What the consistency of a path depends on. */
export interface ConsistentPathsContext {
  readonly program: Program
  readonly references: Pick<FoundReferences, 'callees'>
  readonly guards: Pick<Guards, 'areExclusive'>
}

/** Searches for one sink, each without a step more than an earlier one. */
const maxSearches = 16

/**
 * Finds a way whose steps can all happen in one run. `find` returns the shortest way without some steps. If two steps
 * exclude each other, a way lacks one of them, so both are tried. At the bound, the last way that was found counts.
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

/** A region that a way goes through in the run of a function that it is in, and the step; −1 for the sink. */
interface Visited {
  readonly region: number
  readonly step: number
}

/** Two steps of a way that no run of their function takes both; undefined if there are none. */
function exclusiveSteps(
  { program, references, guards }: ConsistentPathsContext,
  graph: TaintGraph,
  steps: readonly number[],
  sink: number,
): readonly [number, number] | undefined {
  /** Runs of functions that called the one that the way is in, each with the call. */
  let outer: { readonly call: number; readonly visited: Visited[] }[] = []
  let visited: Visited[] = []
  const visit = (region: number, step: number) => {
    if (region < 0) return undefined
    const other = visited.find((one) => guards.areExclusive(one.region, region))
    visited.push({ region, step })
    return other && ([other.step, step] as const)
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
      outer.push({ call: user, visited })
      visited = []
    } else if (isLocal && program.op(user) === Op.Return) {
      const left = outer.pop()
      if (left?.call !== to) outer = []
      visited = left?.call === to ? left.visited : []
    } else if (!isLocal || program.functionOf(to) !== program.functionOf(user)) {
      // What is stored may be read in another run.
      outer = []
      visited = []
    } else if (op === Op.Phi && program.regionKinds[program.regionAt(to)] === RegionKind.loop) visited = []
  }
  return sink < 0 ? undefined : visit(program.regionOf[sink] ?? -1, -1)
}
