import type { KeptValue } from '../sources/request-derivation.ts'
import type { TaintSource } from '../sources/taint-source.ts'
import { type FlowStep, maxFlowNameLength } from '../../flow-step.ts'
import { Op } from '../../ir/operations.ts'
import { writtenName } from '../../ir/private-name.ts'
import type { Program } from '../../program/program.ts'
import { isListedElsewhere } from './argument-list-places.ts'
import type { ReachedSink } from './judge-taint.ts'
import { argumentOf } from './purpose.ts'
import type { TaintGraph } from './taint-graph.ts'

/** Maximum number of steps in a trace. The middle of a longer trace is omitted. */
const maxSteps = 30

/** What a step does and the node that does it. */
type StepAction = Pick<FlowStep, 'kind'> & {
  readonly node: number
  readonly name?: string | undefined
  readonly parameter?: string | undefined
}

/** Returns a value's steps from its source to the sink. Omits steps that leave the value unchanged. */
export function traceOf(
  program: Program,
  graph: TaintGraph,
  { use, steps, state }: ReachedSink,
  entry: TaintSource,
): FlowStep[] {
  const trace = beginOf(program, graph, steps, entry)
  for (const step of steps) {
    const action = actionOf(program, graph, step)
    if (action && action.node >= 0 && action.node < program.nodeCount) trace.push(stepAt(program, action))
  }
  // No steps in between: the argument list is read where the program is started.
  if (use.takenBy !== undefined && isListedElsewhere(program, use))
    trace.push(stepAt(program, { node: use.takenBy, kind: 'element' }))
  const last = use.node < program.nodeCount ? use.node : graph.nodeOf(state)
  if (use.place) {
    trace.push(stepAt(program, { node: last, kind: 'passed', name: nameOfCallee(program, program.operand(last, 0)) }))
    trace.push({ ...use.place, kind: 'sink' })
  } else trace.push(stepAt(program, { node: last, kind: 'sink' }))
  const distinct = trace.filter((step, index) => {
    const before = trace[index - 1]
    return !before || !isSameAction(before, step)
  })
  return distinct.length <= maxSteps ? distinct : [...distinct.slice(0, maxSteps / 2), ...distinct.slice(-maxSteps / 2)]
}

/**
 * Returns the first steps: the source and, if middleware stores the value, the value's origin and the location of the
 * store.
 */
function beginOf(program: Program, graph: TaintGraph, steps: readonly number[], entry: TaintSource): FlowStep[] {
  const kept = keptBefore(program, graph, steps, entry)
  const [part, store] = [kept?.steps[0], kept?.steps.at(-1)]
  if (!part || !store) return [stepAt(program, { node: entry.node, kind: 'source' })]
  return [
    stepAt(program, { node: part.value, kind: 'source' }),
    stepAt(program, { node: store.user, kind: 'stored' }),
    stepAt(program, { node: entry.node, kind: 'loaded' }),
  ]
}

/** Returns the part of a request that middleware stored and the flow reads. */
function keptBefore(
  program: Program,
  graph: TaintGraph,
  steps: readonly number[],
  entry: TaintSource,
): KeptValue | undefined {
  const [read] = entry.kept ? argumentOf(program, graph, steps, entry).keys : []
  return entry.kept?.find(({ key }) => key === read) ?? entry.kept?.[0]
}

function stepAt(program: Program, { node, kind, name, parameter }: StepAction): FlowStep {
  return {
    ...program.placeOf(node),
    kind,
    ...(name !== undefined && { name: name.slice(0, maxFlowNameLength) }),
    ...(parameter !== undefined && { parameter: parameter.slice(0, maxFlowNameLength) }),
  }
}

const isSameAction = (a: FlowStep, b: FlowStep): boolean =>
  a.path === b.path && a.line === b.line && a.kind === b.kind && a.name === b.name && a.parameter === b.parameter

/** Returns what a step does, or undefined if it leaves the value unchanged. */
function actionOf(program: Program, graph: TaintGraph, step: number): StepAction | undefined {
  const to = graph.nodeOf(graph.to(step))
  const user = graph.user(step)
  if (to >= program.nodeCount) return user < 0 ? undefined : { node: user, kind: 'stored' }
  if (user < 0) return { node: to, kind: 'loaded' }
  const op = program.op(to)
  if (op === Op.Parameter || op === Op.Self) {
    const target = program.functions[program.functionOf(to)]
    const parameter = target?.parameters.find(({ node }) => node === to)?.name
    return { node: user, kind: 'passed', name: target?.name, parameter }
  }
  if (program.op(user) === Op.Return)
    return { node: user, kind: 'returned', name: program.functions[program.functionOf(user)]?.name }
  switch (op) {
    case Op.Load:
      return { node: to, kind: 'property', name: writtenName(program.text(to, 1)) }
    case Op.Concat:
      return { node: to, kind: 'concatenation' }
    case Op.TaggedTemplate:
      return { node: to, kind: 'tagged-template' }
    case Op.ArrayOf:
      return { node: to, kind: 'element' }
    case Op.ObjectOf:
      return { node: to, kind: 'object' }
    case Op.Call:
    case Op.New:
      return { node: to, kind: 'call', name: nameOfCallee(program, program.operand(to, 0)) }
    default:
      return undefined
  }
}

function nameOfCallee(program: Program, callee: number): string | undefined {
  switch (program.op(callee)) {
    case Op.Load:
    case Op.Import:
      return program.text(callee, 1)
    case Op.Global:
      return program.text(callee, 0)
    default:
      return undefined
  }
}
