import type { TaintSource } from '../sources/taint-source.ts'
import type { Contexts } from './contexts.ts'
import type { Shapes } from './shapes.ts'
import { TaintGraph, type TaintState } from './taint-graph.ts'
import type { TaintSteps } from './taint-steps.ts'

/** What stops the spreading early: a bound on states, and the time. */
export interface TaintBudget {
  readonly states: number
  /** Called now and then; true when no time is left. */
  readonly isOver: () => boolean
}

/** States from which entries begin, by entry. */
export interface PropagatedTaint {
  readonly graph: TaintGraph
  readonly beginnings: readonly (readonly number[])[]
  /**
   * The first step from which on callers and shapes were told apart less, because there were too many states; absent
   * where all were.
   */
  readonly coarseFrom?: number
  /** Why something may be missing. */
  readonly partial?: 'states' | 'time'
}

/**
 * A value that was met with this many shapes keeps only its parts apart, and no parts of them. After as many shapes
 * again, it counts as tainted as a whole: an object with many parts can have thousands of shapes.
 */
const shapesOfValue = 24

/**
 * After so many states, and after this share of those that there may be, what follows is told apart less: fewer shapes,
 * and of callers the last one alone.
 */
const fineStates = 37_500
const fineShare = 0.3
const coarseShapesOfValue = 2

/** Time is looked at after so many states. */
const statesBetween = 1_024

/**
 * Follows every entry to wherever it gets and sinks are ahead, breadth first, without asking guards. `kindsAhead`: by
 * node, kinds of harm of sinks that may be ahead.
 */
export function propagateTaint(
  {
    steps,
    shapes,
    contexts,
    kindsAhead,
  }: {
    readonly steps: TaintSteps
    readonly shapes: Shapes
    readonly contexts: Contexts
    readonly kindsAhead: Int32Array
  },
  entries: readonly TaintSource[],
  { states, isOver }: TaintBudget,
): PropagatedTaint {
  const graph = new TaintGraph()
  const beginnings = entries.map(({ node, shape }) => {
    if (shape.carries === 0) return []
    const whole = shapes.number(shape)
    return [graph.state(node, 0, shapes.only(whole, kindsAhead[node] ?? 0) ?? whole)]
  })
  const fine = Math.min(fineStates, states * fineShare)
  let current: TaintState = { node: 0, context: 0, shape: 0 }
  let from = 0
  let coarseFrom: number | undefined
  const spread = (partial?: PropagatedTaint['partial']): PropagatedTaint => ({
    graph,
    beginnings,
    ...(coarseFrom !== undefined && { coarseFrom }),
    ...(partial && { partial }),
  })
  const take = (to: TaintState, user: number, region: number) => {
    const left = shapes.only(to.shape, kindsAhead[to.node] ?? 0)
    if (left === undefined || (to.node === current.node && to.context === current.context && left === current.shape))
      return
    const isCoarse = graph.stateCount > fine
    if (isCoarse) coarseFrom ??= graph.stepCount
    const context = isCoarse ? contexts.latest(to.context) : to.context
    const known = graph.known(to.node, context, left)
    if (known >= 0) return graph.step(from, known, user, region)
    const met = graph.shapesOf(to.node, context) / (isCoarse ? coarseShapesOfValue : shapesOfValue)
    const shape = met < 1 ? left : met < 2 ? shapes.flat(left) : (shapes.text(left, 0) ?? left)
    graph.step(from, graph.state(to.node, context, shape), user, region)
  }
  for (; from < graph.stateCount; from += 1) {
    if (graph.stateCount > states) return spread('states')
    if (from % statesBetween === 0 && isOver()) return spread('time')
    current = { node: graph.nodeOf(from), context: graph.contextOf(from), shape: graph.shapeOf(from) }
    steps.from(current, take)
  }
  return spread()
}
