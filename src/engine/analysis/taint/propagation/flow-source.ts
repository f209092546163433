import { maxFlowNameLength } from '../../flow-step.ts'
import type { Program } from '../../program/program.ts'
import type { SourceLabel } from '../sources/source-label.ts'
import type { OfferedTool, TaintSource } from '../sources/taint-source.ts'
import type { ReachedSink } from './judge-taint.ts'
import { argumentOf } from './purpose.ts'
import type { TaintGraph } from './taint-graph.ts'

/**
 * Returns the label of a flow's source. If the source is the whole arguments object of a tool with a known schema, the
 * label names the argument that the flow reads. `tool` is the tool that leads to the sink.
 */
export function flowSource(
  program: Program,
  graph: TaintGraph,
  { steps }: Pick<ReachedSink, 'steps'>,
  { entry, tool }: { readonly entry: TaintSource; readonly tool: OfferedTool | undefined },
): SourceLabel {
  const label: SourceLabel =
    entry.tool === undefined && tool && entry.kind === 'tool-argument'
      ? { ...entry.label, of: tool.kind, owner: tool.name }
      : entry.label
  const argument =
    label.part === 'arguments' ? argumentName(argumentOf(program, graph, steps, entry).keys, tool) : undefined
  const { part, name, of, owner } =
    argument === undefined ? label : { ...label, part: 'argument' as const, name: argument }
  return {
    part,
    of,
    ...(name !== undefined && { name: name.slice(0, maxFlowNameLength) }),
    ...(owner !== undefined && { owner: owner.slice(0, maxFlowNameLength) }),
  }
}

/** Returns the first key that names a parameter of the tool. */
function argumentName(keys: readonly string[], tool: OfferedTool | undefined): string | undefined {
  const [first, second, ...others] = keys
  const ofArguments = first === 'params' && second === 'arguments' ? others : keys
  return ofArguments.find((key) => tool?.parameters.some(({ name }) => name === key))
}
