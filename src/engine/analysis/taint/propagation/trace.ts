import type { TaintSource } from '../sources/taint-source.ts'
import type { FlowStep } from '../../flow.ts'
import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { ReachedSink } from './judge-taint.ts'
import type { TaintGraph } from './taint-graph.ts'

/** More steps than this nobody reads: the middle of a longer way is left out. */
const longest = 30

/** Tells the way of a value, a step for each place where something happens to it. */
export function traceOf(
  program: Program,
  graph: TaintGraph,
  { use, steps, state }: ReachedSink,
  entry: TaintSource,
): FlowStep[] {
  const told: FlowStep[] = [stepAt(program, entry.node, `begins with ${entry.label}`)]
  for (const step of steps) {
    const message = messageOf(program, graph, step)
    const node = message?.node ?? -1
    if (message && node >= 0 && node < program.nodeCount) told.push(stepAt(program, node, message.text))
  }
  const last = graph.nodeOf(state)
  told.push(stepAt(program, use.node < program.nodeCount ? use.node : last, use.effect))
  const distinct = told.filter((step, index) => {
    const before = told[index - 1]
    return !before || before.path !== step.path || before.line !== step.line || before.message !== step.message
  })
  return distinct.length <= longest ? distinct : [...distinct.slice(0, longest / 2), ...distinct.slice(-longest / 2)]
}

function stepAt(program: Program, node: number, message: string): FlowStep {
  return { ...program.placeOf(node), message: message.slice(0, 1_000) }
}

/** What a step does, for people; undefined for what only hands a value on. */
function messageOf(
  program: Program,
  graph: TaintGraph,
  step: number,
): { readonly node: number; readonly text: string } | undefined {
  const to = graph.nodeOf(graph.to(step))
  const user = graph.user(step)
  if (to >= program.nodeCount) return user < 0 ? undefined : { node: user, text: 'is kept in an attribute' }
  if (user < 0) return { node: to, text: 'is read from an attribute' }
  const op = program.op(to)
  if (op === Op.Parameter || op === Op.Self) {
    const name = program.functions[program.functionOf(to)]?.name
    const parameter = program.functions[program.functionOf(to)]?.parameters.find(({ node }) => node === to)?.name
    return {
      node: user,
      text:
        'is handed to ' +
        `${name === undefined ? 'a function' : `${name}()`}${parameter === undefined ? '' : ` as ${parameter}`}`,
    }
  }
  if (program.op(user) === Op.Return)
    return { node: user, text: `is returned by ${program.functions[program.functionOf(user)]?.name ?? 'a function'}` }
  switch (op) {
    case Op.Load:
      return { node: to, text: `.${program.text(to, 1)} is taken` }
    case Op.Concat:
      return { node: to, text: 'becomes part of a text' }
    case Op.TaggedTemplate:
      return { node: to, text: 'becomes part of a tagged template' }
    case Op.ArrayOf:
      return { node: to, text: 'becomes an element of a list' }
    case Op.ObjectOf:
      return { node: to, text: 'becomes part of an object' }
    case Op.Call:
    case Op.New: {
      const callee = program.operand(to, 0)
      const name =
        program.op(callee) === Op.Load
          ? program.text(callee, 1)
          : program.op(callee) === Op.Global
            ? program.text(callee, 0)
            : program.op(callee) === Op.Import
              ? program.text(callee, 1)
              : undefined
      return { node: to, text: name === undefined ? 'goes through a call' : `goes through ${name}()` }
    }
    default:
      return undefined
  }
}
