import { FunctionFlag, Op } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from '../graph/loaded-module.ts'
import type { LowerGraph } from './lower-graph.ts'

/** Name of the attribute that holds the elements of a collection. */
export const elements = '[]'

/** Name of the attribute that holds the values of a Python dictionary, for reads under unknown keys. */
export const dictionaryValues = '{}'

/** Links the returned values of a function to a place. A generator returns an object with the yielded elements. */
export function linkReturns(
  graph: LowerGraph,
  { module, local }: { readonly module: LoadedModule; readonly local: number },
  to: number,
): void {
  const { returns = [], flags = 0 } = module.unit.functions[local] ?? {}
  for (const returned of returns) graph.flow.link(module.firstNode + module.operand(returned, 0), to)
  if ((flags & FunctionFlag.generator) === 0) return
  const key = `generator ${module.firstFunction + local}`
  const generator = graph.objects.token(key, () => ({ kind: 'object' }))
  graph.flow.put(to, generator)
  for (const node of module.nodesOf(local))
    if (module.op(node) === Op.Yield)
      graph.flow.link(module.firstNode + module.operand(node, 0), graph.objects.own(generator, elements))
}
