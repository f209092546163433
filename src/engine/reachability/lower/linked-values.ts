import type { LoadedModule } from '../graph/loaded-module.ts'
import type { LowerGraph } from './lower-graph.ts'

/** Name of the attribute that holds the elements of a collection. */
export const elements = '[]'

/** Links the returned values of a function to a place. */
export function linkReturns(
  graph: LowerGraph,
  { module, local }: { readonly module: LoadedModule; readonly local: number },
  to: number,
): void {
  for (const returned of module.unit.functions[local]?.returns ?? [])
    graph.flow.link(module.firstNode + module.operand(returned, 0), to)
}
