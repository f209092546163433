import { MemberFlag } from '../../analysis/ir/operations.ts'
import type { LoadedModule } from './loaded-module.ts'
import { selfOf } from './self-of.ts'
import { storeAttribute } from './store-attribute.ts'
import type { ProgramGraph } from './program-graph.ts'

/** Stores the members of a class under their names. The runtime may call getters and setters. */
export function visitClass(graph: ProgramGraph, module: LoadedModule, node: number): void {
  const made = module.unit.classes[module.operand(node, 0)]
  if (!made) return
  const place = graph.place(module, node)
  for (const base of made.bases) {
    graph.use(module, base)
    graph.values.objects(graph.place(module, base), place)
  }
  for (const { key, value, flags } of made.members) {
    if ((flags & (MemberFlag.getter | MemberFlag.setter)) !== 0) graph.use(module, value)
    storeAttribute(graph, module, { object: node, name: module.unit.strings[key] ?? '', value })
  }
  for (const local of [made.creator, made.initializer]) {
    const created = local < 0 ? undefined : module.unit.functions[local]
    if (!created) continue
    for (const parameter of created.parameters) graph.values.parameter(place, graph.place(module, parameter.node))
    const self = selfOf(module, local)
    if (self >= 0) graph.values.objects(place, graph.place(module, self))
  }
}
