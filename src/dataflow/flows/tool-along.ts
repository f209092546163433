import type { OfferedTool } from '../entries/entry.ts'
import { Op } from '../form/operations.ts'
import type { Program } from '../program/program.ts'
import type { ReachedSink } from './judge-taint.ts'
import type { TaintGraph } from './taint-graph.ts'

/**
 * The tool that a value belongs to which begins in a function that serves several: the one through whose part of the function it goes, or whose own function it
 * is handed to, which a table has under its name; where the server has one tool only, that.
 */
export function toolAlong(program: Program, tools: readonly OfferedTool[], graph: TaintGraph, { steps }: Pick<ReachedSink, 'steps'>): OfferedTool | undefined {
  for (const step of steps) {
    const region = graph.region(step)
    const tool = region < 0 ? undefined : tools.find(({ regions }) => regions.some((one) => program.isWithin(region, one)))
    if (tool) return tool
  }
  for (const step of steps) {
    const to = graph.nodeOf(graph.to(step))
    if (to >= program.nodeCount || program.op(to) !== Op.Parameter) continue
    const index = program.functionOf(to)
    const name = program.functions[index]?.name
    const [own, other] = tools.filter((tool) => tool.kind === 'tool' && (tool.functions.includes(index) || (name !== undefined && tool.name === name)))
    if (own && !other) return own
  }
  const [only, ...others] = tools.filter(({ kind }) => kind === 'tool')
  return others.length === 0 ? only : undefined
}
