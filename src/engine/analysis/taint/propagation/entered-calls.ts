import type { Program } from '../../program/program.ts'
import { maskOf, type TaintMask } from '../../taint-kind.ts'
import type { GuardJudgement, Guards } from '../sanitizers/guard.ts'
import type { Contexts } from './contexts.ts'
import type { TaintGraph } from './taint-graph.ts'

export interface EnteredCallsContext {
  readonly program: Program
  readonly guards: Guards
  readonly contexts: Contexts
}

/** Reports whether constant arguments passed by the callers make a step's region unreachable. */
export function isSkipped(context: EnteredCallsContext, graph: TaintGraph, step: number): boolean {
  const region = graph.region(step)
  if (region < 0 || graph.user(step) < 0 || graph.nodeOf(graph.from(step)) >= context.program.nodeCount) return false
  const calls = callsBefore(context, graph, step)
  return calls.length > 0 && context.guards.isSkippedIn(region, calls)
}

const ofPaths = maskOf('path')

/**
 * Returns the taint kinds cleared by a check that a path is inside a folder, if the callers in the context chose that
 * folder themselves. Otherwise, returns 0.
 */
export function insideOwn(
  context: EnteredCallsContext,
  graph: TaintGraph,
  step: number,
  relative: GuardJudgement['relative'] = [],
): TaintMask {
  if (relative.length === 0) return 0
  const calls = callsBefore(context, graph, step)
  return relative.every((one) => context.guards.isInsideIn(one, calls)) ? ofPaths : 0
}

/** Returns the calls in a step's context, latest first. */
function callsBefore({ contexts }: EnteredCallsContext, graph: TaintGraph, step: number): readonly number[] {
  const calls: number[] = []
  for (let left = contexts.leave(graph.contextOf(graph.from(step))); left; left = contexts.leave(left.context))
    calls.push(left.call)
  return calls
}
