import type { OfferedTool, TaintSource } from '../sources/taint-source.ts'
import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { ReachedSink } from './judge-taint.ts'
import type { TaintGraph } from './taint-graph.ts'
import type { ToolsByRegion } from './tools-by-region.ts'

/** A server's tools, with the regions that run for each of them. */
export interface KnownTools {
  readonly program: Program
  readonly tools: readonly OfferedTool[]
  readonly byRegion: ToolsByRegion
}

/**
 * For a flow that starts in a function serving several tools, returns the tool that it belongs to. This is the only
 * tool whose regions the flow passes, or whose own function receives the value. If the server has only one tool,
 * returns that tool, unless the value is not sent to a tool. Undefined if several tools are possible.
 */
export function nearestTool(
  known: KnownTools,
  graph: TaintGraph,
  { steps }: Pick<ReachedSink, 'steps'>,
  entry: Pick<TaintSource, 'kind'>,
): OfferedTool | undefined {
  const { program, tools, byRegion } = known
  let possible: ReadonlySet<OfferedTool> | undefined
  for (const step of steps) {
    const here = byRegion.at(graph.region(step))
    if (!here) continue
    const common: ReadonlySet<OfferedTool> = possible ? possible.intersection(here) : here
    if (common.size > 0) possible = common
  }
  const [tool, another] = possible ?? []
  if (tool && !another) return tool
  for (const step of steps) {
    const to = graph.nodeOf(graph.to(step))
    if (to >= program.nodeCount || program.op(to) !== Op.Parameter) continue
    const index = program.functionOf(to)
    const name = program.functions[index]?.name
    const [own, other] = tools.filter(
      (one) => one.kind === 'tool' && (isOwnFunction(program, one, index) || (name !== undefined && one.name === name)),
    )
    if (own && !other) return own
  }
  if (entry.kind === 'resource-uri' || entry.kind === 'prompt-argument') return undefined
  const [only, ...others] = tools.filter(({ kind }) => kind === 'tool')
  return others.length === 0 ? only : undefined
}

/** Reports whether a whole function runs for a tool, not only a region selected by comparing the tool name. */
function isOwnFunction(program: Program, { functions, regions }: OfferedTool, index: number): boolean {
  return functions.includes(index) && !regions.some((region) => program.regionFunctions[region] === index)
}
