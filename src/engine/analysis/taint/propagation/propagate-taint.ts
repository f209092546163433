import type { TaintSource } from '../sources/taint-source.ts'
import type { Contexts } from './contexts.ts'
import type { Shapes } from './shapes.ts'
import { TaintGraph, type TaintState } from './taint-graph.ts'
import type { TaintSteps } from './taint-steps.ts'

/** Limits on the propagation: number of states, and time. */
export interface TaintBudget {
  readonly states: number
  /** Called regularly; true if time ran out. */
  readonly isOver: () => boolean
}

/** The taint graph, and the start states of each source. */
export interface PropagatedTaint {
  readonly graph: TaintGraph
  readonly beginnings: readonly (readonly number[])[]
  /**
   * First step added after the analysis became less precise because there were too many states. Absent if the analysis
   * stayed precise.
   */
  readonly coarseFrom?: number
  /** Reason for an incomplete result. */
  readonly partial?: 'states' | 'time'
}

/**
 * Number of shapes per value after which nested parts are no longer distinguished. After twice as many, the whole value
 * is treated as tainted: an object with many fields can have thousands of shapes.
 */
const shapesOfValue = 24

/**
 * Number of states after which the analysis becomes less precise: it distinguishes fewer shapes, and contexts consist
 * of one call only.
 */
const fineStates = 37_500
/** Fraction of the maximum number of states. If it is smaller than `fineStates`, it applies instead. */
const fineShare = 0.3
const coarseShapesOfValue = 2

/** Number of states visited between two checks of the clock. */
const statesBetween = 1_024

/**
 * Propagates taint breadth first from all sources to all nodes that lead to a sink. Applies sanitizers but ignores
 * guards, except for guards on copied fields (`CheckedFields`). `kindsAhead`: for each node, the taint kinds of the
 * sinks that it leads to.
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
    if (isCoarse && coarseFrom === undefined) {
      coarseFrom = graph.stepCount
      shapes.trustPrivateFields()
    }
    const context = isCoarse ? contexts.latest(to.context) : to.context
    const known = graph.known(to.node, context, left)
    if (known >= 0) return graph.step(from, known, user, region)
    const met = graph.shapesOf(to.node, context) / (isCoarse ? coarseShapesOfValue : shapesOfValue)
    const shape = met < 1 ? left : met < 2 ? shapes.flat(left) : shapes.merged(left)
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
